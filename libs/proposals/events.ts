export type * from './proposal/proposal.events';
export { proposalStream, type Proposal, type ProposalItem, type ProposalState } from './proposal/proposal.stream';
export { describeProposal, type ProposalStatus, type ProposalView } from './proposal/proposal-view';
