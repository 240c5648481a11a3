import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import { findKeyHolder, type Principal } from '@pps/identity';
import { isWithin, NotFound, type Clock } from '@pps/kernel';
import { describeProposal, proposalStream, type Proposal, type ProposalView, type ProposedWrite } from '@pps/proposals/events';
import type { Database, Freshness } from '@pps/read-store';
import { listProposals, type ProposalFilter, type ListedProposals } from '@projections/proposals/list-proposals.query';

export interface FindProposalDeps {
  readonly live: Pick<LiveStates, 'get'>;
  readonly clock: Clock;
}

/** So many proposals of a page are read at once, each of up to 100 items. */
const readAtOnce = 10;

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

/** The proposal as it is now: it has ended too where the key or grant that made it works no more. */
export async function viewOfProposal(deps: FindProposalDeps, { asOf }: Pick<Principal, 'asOf'>, proposal: Proposal): Promise<ProposalView> {
  const now = deps.clock();
  const { keyId } = proposal.proposedBy;
  const isEnded = keyId !== undefined && (await findKeyHolder(deps.live, keyId, asOf, now)) === null;
  return describeProposal(proposal, { at: now.toISOString(), isEnded });
}

/** Every account that a write concerns. */
export const accountsOfWrite = (write: ProposedWrite): readonly string[] =>
  write.action === 'retry_pin' && write.toAccountId !== undefined ? [write.accountId, write.toAccountId] : [write.accountId];

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
  return listProposals(deps.db, { ...filter, projectId, epoch, permitted }, deps.clock());
}

/** The same with their items, for short pages. */
export async function listProposalsPage(
  deps: ListProposalsDeps,
  principal: Principal,
  filter: PageOfProposals,
): Promise<Omit<ListedProposals, 'rows'> & { readonly proposals: readonly ProposalView[] }> {
  const { rows, ...page } = await listProposalRows(deps, principal, filter);
  return { proposals: await mapLimited(readAtOnce, rows, (row) => findProposal(deps, principal, row.proposal_id)), ...page };
}
