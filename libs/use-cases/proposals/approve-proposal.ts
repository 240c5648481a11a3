import { mapLimited } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import { findKeyHolder, originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { decideAgreement, decideOutcomes, closedProposal } from '@pps/proposals';
import {
  proposalStream,
  type AgreementWay,
  type ItemOutcome,
  type Proposal,
  type ProposalItem,
  type ProposalView,
} from '@pps/proposals/events';
import { carryOutItem, type CarryOutDeps } from './carry-out-item';
import { editItems, type ItemChoice } from './edit-item';
import { requireProposal, viewOfProposal, type FindProposalDeps } from './find-proposal';
import { requirePerson } from './require-person';

export type { ItemChoice } from './edit-item';

export type ApproveProposalDeps = CarryOutDeps & FindProposalDeps & { readonly streams: Pick<Streams, 'decide' | 'load'> };

/** Outcomes of so many items are one fact; after a stop at most so many are carried out again, which finds what they made. */
const itemsPerPortion = 10;
const itemsAtOnce = 4;

/**
 * A person agrees to items of a proposal, edited where he likes (null: to all that wait or have failed), and they are carried out with what he may do now.
 * The agreement is recorded first: two at once agree once, and after a stop the same call goes on. Throws `Rejected`: `session_required`, `conflict` for a
 * declined item, `proposal_closed`; `Invalid`, `NotFound`. What refuses an item is told in it.
 */
export async function approveProposal(
  deps: ApproveProposalDeps,
  principal: Principal,
  proposalId: string,
  { choices, by }: { readonly choices: readonly ItemChoice[] | null; readonly by: AgreementWay },
): Promise<ProposalView> {
  const agreedBy = requirePerson(principal, by);
  const known = await requireProposal(deps, principal, proposalId);
  const chosen = choices ?? known.items.filter(mayGoOn).map(({ number }) => ({ number }));
  const resumed = new Set(known.items.filter(({ status }) => status === 'approving').map(({ number }) => number));
  const items = editItems(known, chosen);
  if (items.some(({ number }) => isLeft(known.items[number - 1]))) await requireAsking(deps, principal, known);
  const agreed = await change(deps, principal, known, (at, state) => decideAgreement({ items, agreedBy, at }, state));
  const numbers = new Set(chosen.map(({ number }) => number));
  const toDo = agreed.items.flatMap((item) => (item.status === 'approving' && numbers.has(item.number) ? [item] : []));
  let last = agreed;
  for (let done = 0; done < toDo.length; done += itemsPerPortion) {
    const outcomes: ItemOutcome[] = [];
    try {
      await mapLimited(itemsAtOnce, toDo.slice(done, done + itemsPerPortion), async (item) => {
        outcomes.push(await carryOutItem(deps, principal, agreed, item, { isResumed: resumed.has(item.number) }));
      });
    } finally {
      last = await change(deps, principal, known, (at, state) => decideOutcomes(outcomes, at, state));
    }
  }
  return viewOfProposal(deps, principal, last);
}

const isLeft = (item: ProposalItem | undefined): boolean => item?.status === 'waiting' || item?.status === 'failed';

const mayGoOn = (item: ProposalItem): boolean => isLeft(item) || item.status === 'approving';

/** Who made it still may ask for something. Throws `Rejected('proposal_closed')`. */
async function requireAsking({ live, clock }: ApproveProposalDeps, { asOf }: Principal, proposal: Proposal): Promise<void> {
  const { keyId } = proposal.proposedBy;
  if (keyId !== undefined && (await findKeyHolder(live, keyId, asOf, clock())) === null)
    throw closedProposal(proposal, 'The key or program that asks has ended');
}

async function change(
  { streams, clock }: ApproveProposalDeps,
  principal: Principal,
  { proposalId }: Proposal,
  decide: (at: string, state: Proposal) => ReturnType<typeof decideOutcomes>,
): Promise<Proposal> {
  const now = clock();
  const { state } = await streams.decide(proposalStream, proposalId, originOfPrincipal(principal, now), (current) => {
    if (current.kind === 'none') throw new NotFound('Proposal');
    return decide(now.toISOString(), current);
  });
  if (state.kind === 'none') throw new NotFound('Proposal');
  return state;
}
