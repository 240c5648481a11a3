export { applyChanges } from './proposal/apply-changes';
export { decideAgreement, decideDecline, decideOutcomes, decideProposal, proposalOver, type ChosenItem } from './proposal/proposal.stream';
export { itemsAtMost, openItemsAtMost, proposalLifetimeMs, textBytesAtMost } from './proposal/proposal.policy';
