import { nextMoment, sameRequest, type Decider } from '@pps/kernel';
import type { PinFact, PinQueued } from './pin.events';
import { pinDetailsAfter } from './pin-details';
import { entryReleased, isAbandoned, withAbandonedEntry } from './quota-unit.decider';
import type { Pin, PinState } from './pin.state';
import { publishingAfter, type PublishingProgressFact } from './publishing-progress';

export const pin: Decider<PinState, PinFact> = { initial: { kind: 'none' }, evolve };

/** Silent for a repeat of the same content; a key that stands for something else is refused. */
export function decidePinQueueing(command: PinQueued['data'], state: PinState): readonly PinFact[] {
  if (duplicateOf(command.contentHash, state, (accountId) => accountId === command.accountId)) return [];
  if (state.kind === 'abandoned' && state.entryIds.includes(command.entryId)) throw entryReleased();
  return [{ type: 'PinQueued', data: command }];
}

/**
 * The pin that the same request has made, or null where the key is still free. Throws `Rejected('idempotency_key_reused')`, which names the pin
 * where the caller may know of its account.
 */
export function duplicateOf(contentHash: string, state: PinState, mayKnow: (accountId: string) => boolean): Pin | null {
  if (state.kind === 'none' || state.kind === 'abandoned') return null;
  const named = mayKnow(state.accountId) ? { pin_id: state.pinId } : {};
  return sameRequest(contentHash, state.kind === 'pin' ? state : null, 'pin', named);
}

/** A reserved unit of quota whose pin has not come. */
export interface UnqueuedUnit {
  readonly pinId: string;
  readonly month: string;
  readonly entryId: string;
  readonly at: string;
}

/** Wins against a late `PinQueued` or is silent when that came first. */
export function decidePinAbandonment(command: UnqueuedUnit, state: PinState): readonly PinFact[] {
  if ((state.kind === 'pin' || state.kind === 'deleted') && state.entryId === command.entryId) return [];
  if (isAbandoned(command.entryId, state)) return [];
  const { pinId, month, entryId, at } = command;
  return [{ type: 'PinAbandoned', data: { pinId, month, entryId, abandonedAt: at } }];
}

function evolve(state: PinState, fact: PinFact, occurredAt?: string): PinState {
  switch (fact.type) {
    case 'PinQueued':
      return state.kind === 'abandoned' ? Object.assign(queued(fact.data), { abandonedEntryIds: state.entryIds }) : queued(fact.data);
    case 'PinAbandoned':
      // A second entry of a pin that exists was released; the pin itself goes on.
      if (state.kind === 'pin' || state.kind === 'deleted') return withAbandonedEntry(state, fact.data.entryId);
      return { kind: 'abandoned', entryIds: [...(state.kind === 'abandoned' ? state.entryIds : []), fact.data.entryId] };
    case 'PinDeleted': {
      if (state.kind !== 'pin') return state;
      const { pinId, projectId, entryId, epoch, accountId, abandonedEntryIds } = state;
      const updatedAt = nextMoment(state.updatedAt, occurredAt ?? fact.data.deletedAt);
      return { kind: 'deleted', pinId, projectId, entryId, epoch, accountId, updatedAt, ...(abandonedEntryIds && { abandonedEntryIds }) };
    }
    default:
      return state.kind === 'pin' ? progressed(state, fact, occurredAt) : state;
  }
}

/** Without spreads: they make a hidden class for each object, which takes fifty times as long. */
function progressed(state: Pin, fact: PublishingProgressFact, occurredAt: string | undefined): Pin {
  const publishing = publishingAfter(state, fact);
  const details = pinDetailsAfter(state, fact);
  // What a fact says of its time may be another one's: a publication is as old as the platform says.
  details.updatedAt = nextMoment(state.updatedAt, occurredAt ?? details.updatedAt);
  // Where the phase goes on it is the pin as it was, whose details are older.
  return 'kind' in publishing ? Object.assign({}, publishing, details) : Object.assign(details, publishing);
}

function queued(data: PinQueued['data']): Pin {
  // The fact's fields come last: an object that begins with a spread gets a hidden class of its own, a third of what a cached state takes.
  return {
    kind: 'pin',
    phase: 'waiting',
    notBefore: data.queuedAt,
    deferral: null,
    mediaId: null,
    starts: 0,
    attempts: 0,
    firstAttemptAt: null,
    updatedAt: data.queuedAt,
    ...data,
  };
}
