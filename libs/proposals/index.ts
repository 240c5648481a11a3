export { applyChanges } from './proposal/apply-changes';
export {
  decideAgreement,
  decideDecline,
  decideOutcomes,
  decideProposal,
  closedProposal,
  type ChosenItem,
} from './proposal/proposal.stream';
export { itemsAtMost, openItemsAtMost, proposalLifetimeMs, textBytesAtMost } from './proposal/proposal.policy';
