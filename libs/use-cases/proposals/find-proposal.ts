import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { isWithin, NotFound, type Clock } from '@pps/kernel';
import { describeProposal, proposalStream, type Proposal, type ProposalView } from '@pps/proposals/events';
import type { Database, Freshness } from '@pps/read-store';
import { listProposals, type ProposalFilter, type ListedProposals } from '@projections/proposals/list-proposals.query';
import { accountsOfWrite, findEndedAskers, whyAskingEnded } from './asking';

export interface FindProposalDeps {
  readonly live: Pick<LiveStates, 'get'>;
  readonly clock: Clock;
}

/**
 * A proposal of the credential's project as it stands. A key that is limited to some accounts sees what concerns no others, and what it has made itself.
 * Throws `NotFound` for an absent or foreign one.
 */
export async function findProposal(deps: FindProposalDeps, principal: Principal, proposalId: string): Promise<ProposalView> {
  return viewOfProposal(deps, principal, await requireProposal(deps, principal, proposalId));
}

/** The same as it is stored. Throws `NotFound`. */
export async function requireProposal({ live }: FindProposalDeps, principal: Principal, proposalId: string): Promise<Proposal> {
  const { state } = await live.get(proposalStream, proposalId.toLowerCase(), principal.asOf);
  if (state.kind === 'none' || !maySee(principal, state)) throw new NotFound('Proposal');
  return state;
}

/** The proposal as it is now: it has ended too where the key or grant that made it works no more, or may not do any more what it asks for. */
export async function viewOfProposal(
  deps: FindProposalDeps,
  principal: Pick<Principal, 'asOf'>,
  proposal: Proposal,
): Promise<ProposalView> {
  const isEnded = (await whyAskingEnded(deps, principal, proposal)) !== null;
  return describeProposal(proposal, { at: deps.clock().toISOString(), isEnded });
}

function maySee({ projectId, epoch, accountIds, keyId }: Principal, proposal: Proposal): boolean {
  if (proposal.projectId !== projectId || proposal.epoch !== epoch) return false;
  if (keyId !== undefined && proposal.proposedBy.keyId === keyId) return true;
  const concerned = proposal.items.flatMap(({ write }) => accountsOfWrite(write));
  return isWithin(concerned, accountIds);
}

export type ListProposalsDeps = FindProposalDeps & { readonly db: Database; readonly freshness: Pick<Freshness, 'wait'> };

type PageOfProposals = Pick<ProposalFilter, 'status' | 'limit' | 'offset' | 'cursor'>;

/** A page of the project's proposals without their items, the newest first, and how many there are in all. Throws `NotFresh`. */
export async function listProposalRows(deps: ListProposalsDeps, principal: Principal, filter: PageOfProposals): Promise<ListedProposals> {
  const { projectId, epoch, accountIds, keyId = null } = principal;
  await deps.freshness.wait('proposals', principal);
  const permitted = accountIds && { accountIds, keyId };
  const askers = await findEndedAskers(deps, principal);
  return listProposals(deps.db, { ...filter, projectId, epoch, permitted, askers }, deps.clock());
}
