import type { Proposal } from './proposal.stream';

/**
 * `open`: something waits for a person, or is being carried out; `decided`: nothing does; `expired`, and `ended`, as its key or grant ended or lost what
 * it needs: what nobody had agreed to by then is not done.
 */
export type ProposalStatus = 'open' | 'decided' | 'expired' | 'ended';

/** A proposal as clients see it. */
export interface ProposalView extends Proposal {
  readonly status: ProposalStatus;
}

/** The proposal at a moment (ISO 8601 in UTC); `isEnded`: who made it may ask for nothing any more. */
export const describeProposal = (
  proposal: Proposal,
  { at, isEnded }: { readonly at: string; readonly isEnded: boolean },
): ProposalView => ({ ...proposal, status: statusOf(proposal, at, isEnded) });

function statusOf({ items, expiresAt }: Pick<Proposal, 'items' | 'expiresAt'>, at: string, isEnded: boolean): ProposalStatus {
  if (items.every(({ status }) => status === 'approved' || status === 'declined')) return 'decided';
  if (at >= expiresAt) return 'expired';
  return isEnded ? 'ended' : 'open';
}
