import { mapLimited } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound, type Clock } from '@pps/kernel';
import { decideOutcomes } from '@pps/proposals';
import { proposalStream, type ItemOutcome, type Proposal, type ProposalFact } from '@pps/proposals/events';
import { carryOutItem, type ApprovingItem, type CarryOutDeps } from './carry-out-item';

/** Outcomes of so many items are one fact; after a stop at most so many are carried out again, which finds what they made. */
const itemsPerPortion = 10;
const itemsAtOnce = 4;

export type ChangeProposalDeps = { readonly streams: Pick<Streams, 'decide'>; readonly clock: Clock };

/**
 * Carries out items that a person agreed to, with what `principal` may do, and records what became of each. One that meets an outage waits for the next try;
 * where all of a portion do, the rest waits too. The proposal then, and the first outage, if any.
 */
export async function carryOutItems(
  deps: CarryOutDeps & ChangeProposalDeps,
  principal: Principal,
  proposal: Proposal,
  items: readonly ApprovingItem[],
  { isResumed, signal }: { readonly isResumed: boolean; readonly signal?: AbortSignal },
): Promise<{ readonly state: Proposal; readonly outage: unknown }> {
  let state = proposal;
  const outages: unknown[] = [];
  for (let begun = 0; begun < items.length && !signal?.aborted; begun += itemsPerPortion) {
    const outcomes: ItemOutcome[] = [];
    await mapLimited(itemsAtOnce, items.slice(begun, begun + itemsPerPortion), async (item) => {
      try {
        outcomes.push(await carryOutItem(deps, principal, proposal, item, { isResumed }));
      } catch (error) {
        outages.push(error);
      }
    });
    if (outcomes.length === 0) break;
    ({ state } = await changeProposal(deps, principal, proposal, (at, current) => decideOutcomes(outcomes, at, current)));
  }
  return { state, outage: outages[0] ?? null };
}

/** Appends what is decided about the proposal as it is now; its state then, and the facts that this call has added. Throws `NotFound`. */
export async function changeProposal(
  { streams, clock }: ChangeProposalDeps,
  principal: Principal,
  { proposalId }: Pick<Proposal, 'proposalId'>,
  decide: (at: string, state: Proposal) => readonly ProposalFact[],
): Promise<{ readonly state: Proposal; readonly facts: readonly ProposalFact[] }> {
  const now = clock();
  const { state, facts } = await streams.decide(proposalStream, proposalId, originOfPrincipal(principal, now), (current) => {
    if (current.kind === 'none') throw new NotFound('Proposal');
    return decide(now.toISOString(), current);
  });
  if (state.kind === 'none') throw new NotFound('Proposal');
  return { state, facts };
}
