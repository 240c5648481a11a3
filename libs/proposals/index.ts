export { applyChanges, mergeContentChanges } from './proposal/apply-changes';
export {
  decideAgreement,
  decideDecline,
  decideOutcomes,
  decideProposal,
  closedProposal,
  type ChosenItem,
} from './proposal/proposal.stream';
export {
  carriedOutWithinMs,
  itemsAtMost,
  openItemsAtMost,
  proposalLifetimeMs,
  stoppedAfterMs,
  textBytesAtMost,
} from './proposal/proposal.policy';
export { runStoppedAgreements, stoppedAgreementsDuty } from './proposal/stopped-agreements.dispatcher';
export { isRenewable } from './proposal/renewal.policy';
