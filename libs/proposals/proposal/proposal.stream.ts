import type { StreamType } from '@pps/event-store';
import { Invalid, laterMoment, Rejected } from '@pps/kernel';
import { isSameWrite } from './is-same-write';
import type { AgreedItem, Agreeing, ItemOutcome, ProposalFact, ProposalMade, ProposedWrite, RecordedWrite } from './proposal.events';
import { textBytesAtMost } from './proposal.policy';

interface Agreed {
  readonly agreedBy: Agreeing;
  readonly agreedAt: string;
  readonly subjectHash?: string;
}

/** What was proposed, and how far it has come. `approving`: a person agreed, and it is being carried out. */
export type ProposalItem = { readonly number: number; readonly write: ProposedWrite } & (
  | { readonly status: 'waiting' }
  | ({ readonly status: 'approving' } & Agreed)
  | ({ readonly status: 'approved'; readonly pinId?: string; readonly scheduleId?: string } & Agreed)
  | ({ readonly status: 'failed'; readonly errorCode: string; readonly errorMessage: string; readonly remediation?: string } & Agreed)
  | { readonly status: 'declined'; readonly declinedBy: Agreeing; readonly declinedAt: string }
);

export interface Proposal extends Omit<ProposalMade['data'], 'items'> {
  readonly kind: 'proposal';
  readonly items: readonly ProposalItem[];
  readonly updatedAt: string;
}

export type ProposalState = { readonly kind: 'none' } | Proposal;

function evolve(state: ProposalState, fact: ProposalFact): ProposalState {
  if (fact.type === 'ProposalMade') {
    const items = fact.data.items.map((write, index) => ({ number: index + 1, write: writeOf(write), status: 'waiting' as const }));
    return { kind: 'proposal', ...fact.data, items, updatedAt: fact.data.proposedAt };
  }
  if (state.kind === 'none') return state;
  switch (fact.type) {
    case 'ProposalItemsAgreed': {
      const { items, agreedBy, agreedAt } = fact.data;
      const agreed = new Map(items.map((item) => [item.number, item]));
      return withItems(state, agreedAt, (item) => {
        const found = agreed.get(item.number);
        if (!found) return undefined;
        const { write, subjectHash } = found;
        const how = { agreedBy, agreedAt, ...(subjectHash !== undefined && { subjectHash }) };
        return { number: item.number, write: write ? writeOf(write) : item.write, status: 'approving', ...how };
      });
    }
    case 'ProposalItemsDone': {
      const outcomes = new Map(fact.data.outcomes.map((outcome) => [outcome.number, outcome]));
      return withItems(state, fact.data.doneAt, (item) => {
        const outcome = outcomes.get(item.number);
        if (!outcome || !('agreedBy' in item)) return undefined;
        return afterOutcome(item, outcome);
      });
    }
    case 'ProposalItemsDeclined': {
      const { numbers, declinedBy, declinedAt } = fact.data;
      return withItems(state, declinedAt, ({ number, write }) =>
        numbers.includes(number) ? { number, write, status: 'declined', declinedBy, declinedAt } : undefined,
      );
    }
  }
}

/** Facts have every field that some write has; which ones it has, its action says. */
const writeOf = (recorded: RecordedWrite): ProposedWrite => recorded as ProposedWrite;

function afterOutcome(
  { number, write, agreedBy, agreedAt, subjectHash }: Extract<ProposalItem, Agreed>,
  outcome: ItemOutcome,
): ProposalItem {
  const agreed = { number, write, agreedBy, agreedAt, ...(subjectHash !== undefined && { subjectHash }) };
  const { pinId, scheduleId, errorCode = 'internal_error', errorMessage = '', remediation } = outcome;
  if (outcome.status === 'failed')
    return { ...agreed, status: 'failed', errorCode, errorMessage, ...(remediation !== undefined && { remediation }) };
  return { ...agreed, status: 'approved', ...(pinId !== undefined && { pinId }), ...(scheduleId !== undefined && { scheduleId }) };
}

function withItems(state: Proposal, at: string, change: (item: ProposalItem) => ProposalItem | undefined): Proposal {
  return { ...state, updatedAt: laterMoment(state.updatedAt, at), items: state.items.map((item) => change(item) ?? item) };
}

/** Silent for a repeat of the same content. Throws `Rejected('idempotency_key_reused')` for a key that stands for something else. */
export function decideProposal(command: ProposalMade['data'], state: ProposalState): readonly ProposalFact[] {
  if (state.kind === 'none') return [{ type: 'ProposalMade', data: command }];
  if (state.contentHash === command.contentHash) return [];
  throw new Rejected('idempotency_key_reused', 'The idempotency key was used for another proposal.', { proposal_id: state.proposalId });
}

/** An item that a person chose, with what he made of it. */
export interface ChosenItem extends Omit<AgreedItem, 'write'> {
  readonly write?: ProposedWrite;
}

/** Whether a person can still agree to it, or decline it. */
const isOpen = ({ status }: ProposalItem): boolean => status === 'waiting' || status === 'failed';

/**
 * Agrees to items; silent for those that are agreed to already, whose first agreement counts. Throws `Rejected('conflict')` for one that was declined, or agreed
 * to with another content, `Rejected('proposal_closed')` once nothing can be agreed to any more, `Rejected('payload_too_large')` where the edits make it too
 * large for a fact, and `Invalid` for a number that it does not have.
 */
export function decideAgreement(
  { items, agreedBy, at }: { readonly items: readonly ChosenItem[]; readonly agreedBy: Agreeing; readonly at: string },
  state: Proposal,
): readonly ProposalFact[] {
  requireNumbers(
    state,
    items.map(({ number }) => number),
  );
  const open = items.filter(({ number, write }) => {
    const item = itemAt(state, number);
    if (item.status === 'declined') throw conflict(state, number, 'was declined');
    if (!isOpen(item) && write && !isSameWrite(write, item.write)) throw conflict(state, number, 'was agreed to with another content');
    return isOpen(item);
  });
  if (open.length === 0) return [];
  if (at >= state.expiresAt) throw closedProposal(state, 'It has expired');
  requireSize(state, open);
  return [{ type: 'ProposalItemsAgreed', data: { items: open, agreedBy, agreedAt: at } }];
}

/** Edited items are bounded like proposed ones: what is agreed to has to fit into one append. */
function requireSize({ items, proposalId }: Proposal, chosen: readonly ChosenItem[]): void {
  const edited = new Map(chosen.flatMap(({ number, write }) => (write ? [[number, write] as const] : [])));
  if (edited.size === 0) return;
  if (Buffer.byteLength(JSON.stringify(items.map(({ number, write }) => edited.get(number) ?? write))) <= textBytesAtMost) return;
  const remediation = `Shorten the edits: the items of a proposal hold ${textBytesAtMost / 1_000} kB at most.`;
  throw new Rejected('payload_too_large', 'The edits make the proposal too large', { proposal_id: proposalId }, { remediation });
}

/** Records what became of items; silent for those that nobody agreed to, or that have come to an end. What was done is so, though another attempt failed. */
export function decideOutcomes(outcomes: readonly ItemOutcome[], at: string, state: Proposal): readonly ProposalFact[] {
  const news = outcomes.filter((outcome) => {
    const { status } = itemAt(state, outcome.number);
    return status === 'approving' || (status === 'failed' && outcome.status === 'approved');
  });
  return news.length === 0 ? [] : [{ type: 'ProposalItemsDone', data: { outcomes: news, doneAt: at } }];
}

/** Declines items; silent for those that were declined, and once it has expired. Throws `Rejected('conflict')` for one that was agreed to, `Invalid`. */
export function decideDecline(
  { numbers, declinedBy, at }: { readonly numbers: readonly number[]; readonly declinedBy: Agreeing; readonly at: string },
  state: Proposal,
): readonly ProposalFact[] {
  requireNumbers(state, numbers);
  const open = numbers.filter((number) => {
    const item = itemAt(state, number);
    if (item.status === 'approving' || item.status === 'approved') throw conflict(state, number, 'was agreed to');
    return isOpen(item);
  });
  if (open.length === 0 || at >= state.expiresAt) return [];
  return [{ type: 'ProposalItemsDeclined', data: { numbers: open, declinedBy, declinedAt: at } }];
}

function requireNumbers({ items }: Proposal, numbers: readonly number[]): void {
  const errors = numbers.flatMap((number, index) => {
    const isKnown = items.some((item) => item.number === number);
    if (isKnown && numbers.indexOf(number) === index) return [];
    const msg = isKnown ? 'number is there twice' : `number must be that of an item, 1 to ${items.length}`;
    return [{ loc: ['body', 'items', index, 'number'], msg, type: 'item_number' }];
  });
  if (errors.length > 0) throw new Invalid(errors);
}

function itemAt({ items }: Proposal, number: number): ProposalItem {
  const item = items[number - 1];
  if (!item) throw new Error(`there is no item ${number}`);
  return item;
}

const conflict = ({ proposalId }: Proposal, number: number, what: string): Rejected =>
  new Rejected('conflict', `Item ${number} ${what} already.`, { proposal_id: proposalId, number });

/** The refusal once nothing of a proposal can be agreed to any more. */
export const closedProposal = ({ proposalId }: Pick<Proposal, 'proposalId'>, why: string): Rejected =>
  new Rejected('proposal_closed', `${why}: nothing of this proposal can be agreed to any more.`, { proposal_id: proposalId });

/** `proposal-<proposalId>`: writes that somebody asks a person to agree to, item by item. */
export const proposalStream: StreamType<ProposalState, ProposalFact> = {
  category: 'proposal',
  decider: { initial: { kind: 'none' }, evolve },
  facts: { ProposalMade: 1, ProposalItemsAgreed: 1, ProposalItemsDone: 1, ProposalItemsDeclined: 1 },
  sealed: {
    ProposalMade: ['items[].content', 'items[].changes', 'items[].idempotencyKey', 'proposedBy.clientName', 'contentHash'],
    ProposalItemsAgreed: ['items[].write.content', 'items[].write.changes', 'items[].write.idempotencyKey', 'items[].subjectHash'],
    ProposalItemsDone: ['outcomes[].errorMessage'],
  },
  // What fails may be agreed to as often as a person likes.
  snapshot: { version: 1, every: 200 },
};
