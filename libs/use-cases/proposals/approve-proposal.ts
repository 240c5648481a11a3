import type { Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { closedProposal, decideAgreement, type ChosenItem } from '@pps/proposals';
import type { AgreementWay, Proposal, ProposalItem, ProposalView } from '@pps/proposals/events';
import { canonicalize } from 'json-canonicalize';
import { whyAskingEnded } from './asking';
import type { CarryOutDeps } from './carry-out-item';
import { carryOutItems, changeProposal } from './carry-out-items';
import { editItems, type ItemChoice } from './edit-item';
import { requireProposal, viewOfProposal, type FindProposalDeps } from './find-proposal';
import { changedSince } from './item-subject';
import { requirePerson } from './require-person';
import { isAsShown, withSubjectHashes } from './shown-items';

export type { ItemChoice } from './edit-item';

export type ApproveProposalDeps = CarryOutDeps & FindProposalDeps & { readonly streams: Pick<Streams, 'decide' | 'load'> };

export interface Approval {
  /** Null: all that wait or have failed. */
  readonly choices: readonly ItemChoice[] | null;
  readonly by: AgreementWay;
  /** Fingerprints of the items as the person was shown them; of an item without one he agrees to what is there. */
  readonly shown?: ReadonlyMap<number, string> | undefined;
}

/**
 * A person agrees to items of a proposal, edited where he likes, and they are carried out with what he may do now. The agreement is recorded first: of two at once
 * one agrees and carries out, and what a stop or an outage leaves is carried out by the service (`resumeAgreements`). Throws `Rejected`: `session_required`,
 * `conflict` for an item that was declined, agreed to with another content, or is not what was shown, `proposal_closed`, `payload_too_large`; `Invalid`, `NotFound`.
 * What refuses an item is told in it.
 */
export async function approveProposal(
  deps: ApproveProposalDeps,
  principal: Principal,
  proposalId: string,
  { choices, by, shown }: Approval,
): Promise<ProposalView> {
  const agreedBy = requirePerson(principal, by);
  const known = await requireProposal(deps, principal, proposalId);
  const chosen = choices ?? known.items.filter(isOpen).map(({ number }) => ({ number }));
  const edited = editItems(known, chosen);
  await requireAsking(deps, principal, known, edited);
  const items = await withSubjectHashes(deps, principal, known, edited);
  if (shown) requireShown(known, items, withoutRepeats(known, chosen, shown));
  const { state, facts } = await changeProposal(deps, principal, known, (at, current) => {
    requireSameItems(known, current, items);
    return decideAgreement({ items, agreedBy, at }, current);
  });
  const own = new Set(facts.flatMap((fact) => (fact.type === 'ProposalItemsAgreed' ? fact.data.items.map(({ number }) => number) : [])));
  const toDo = state.items.flatMap((item) => (item.status === 'approving' && own.has(item.number) ? [item] : []));
  const { state: last } = await carryOutItems(deps, principal, state, toDo, { isResumed: false });
  return viewOfProposal(deps, principal, last);
}

const isOpen = (item: ProposalItem | undefined): boolean => item?.status === 'waiting' || item?.status === 'failed';

/** Who made it still may ask for it. Throws `Rejected('proposal_closed')`. */
async function requireAsking(deps: ApproveProposalDeps, principal: Principal, proposal: Proposal, chosen: readonly ChosenItem[]) {
  if (!chosen.some(({ number }) => isOpen(proposal.items[number - 1]))) return;
  const why = await whyAskingEnded(deps, principal, proposal);
  if (why !== null) throw closedProposal(proposal, why);
}

/**
 * Who agreed to an item that he edited has seen what it was before: his repeat is compared with what was agreed to, by the decision itself.
 */
function withoutRepeats({ items }: Proposal, chosen: readonly ItemChoice[], shown: ReadonlyMap<number, string>): typeof shown {
  const repeated = new Set(chosen.flatMap((choice) => (isEdited(choice) && !isOpen(items[choice.number - 1]) ? [choice.number] : [])));
  return new Map([...shown].filter(([number]) => !repeated.has(number)));
}

const isEdited = ({ boardId, runAt, changes }: ItemChoice): boolean => [boardId, runAt, changes].some((edit) => edit !== undefined);

/** Throws `Rejected('conflict')` where one is not what the person was shown. */
function requireShown({ items, proposalId }: Proposal, chosen: readonly ChosenItem[], shown: ReadonlyMap<number, string>): void {
  for (const { number, subjectHash } of chosen) {
    const item = items[number - 1];
    if (item && shown.has(number) && !isAsShown(item, subjectHash, shown.get(number))) throw changedSince(number, proposalId);
  }
}

/** Edited and failed between the look and the agreement, an item is another one. Throws `Rejected('conflict')`. */
function requireSameItems(known: Proposal, current: Proposal, chosen: readonly ChosenItem[]): void {
  for (const { number } of chosen) {
    const [before, now] = [known.items[number - 1], current.items[number - 1]];
    if (before && now && isOpen(now) && canonicalize(before.write) !== canonicalize(now.write))
      throw changedSince(number, known.proposalId);
  }
}
