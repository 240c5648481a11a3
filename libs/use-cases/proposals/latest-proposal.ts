import type { Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import { isRenewable } from '@pps/proposals';
import { proposalStream, type Proposal } from '@pps/proposals/events';
import { viewOfProposal, type FindProposalDeps } from './find-proposal';

/** How a proposal is named. */
export interface ProposalName {
  /** Null: by its content, so that the same proposal made again is its repeat, as long as that stands for the wish. */
  readonly idempotencyKey: string | null;
  /** Whether the key was made of the content, too. */
  readonly isKeyDerived?: boolean;
}

type LatestProposalDeps = FindProposalDeps & { readonly streams: Pick<Streams, 'load'> };

/**
 * The proposal that this one repeats, or the id of the one to be made: of one key, grant or person the same key is always the same proposal; the same
 * content is it until it no longer stands for the wish (`isRenewable`), then another.
 */
export async function latestProposal(
  deps: LatestProposalDeps,
  principal: Principal,
  { idempotencyKey, isKeyDerived = idempotencyKey === null }: ProposalName,
  contentHash: string,
): Promise<{ readonly proposalId: string; readonly known: Proposal | null }> {
  const { projectId, epoch, keyId, userId } = principal;
  const named = idempotencyKey === null ? ['content', contentHash] : ['key', idempotencyKey];
  const load = async (generation: number) => {
    const proposalId = derivedId('proposal', projectId, epoch, keyId ?? userId, ...named, ...(generation === 0 ? [] : [generation]));
    const { state } = await deps.streams.load(proposalStream, proposalId);
    return { proposalId, known: state.kind === 'proposal' ? state : null };
  };
  const first = await load(0);
  if (!isKeyDerived || !first.known) return first;
  const latest = await lastKnown(load, first);
  if (!latest.known || !isRenewable(await viewOfProposal(deps, principal, latest.known), deps.clock())) return latest;
  return load(latest.generation + 1);
}

/** The last of them that is known; there is none behind an unknown one. It reads about twice the logarithm of how many there are. */
async function lastKnown<Found extends { readonly known: Proposal | null }>(
  load: (generation: number) => Promise<Found>,
  first: Found,
): Promise<Found & { readonly generation: number }> {
  let [low, high, last] = [0, 1, first];
  for (let found = await load(high); found.known; found = await load(high)) [low, high, last] = [high, high * 2, found];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const found = await load(middle);
    if (found.known) [low, last] = [middle, found];
    else high = middle;
  }
  return { ...last, generation: low };
}
