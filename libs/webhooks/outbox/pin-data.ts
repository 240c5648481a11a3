import { foldRecorded, type EventStore, type RecordedFact } from '@pps/event-store';
import { LRUCache } from 'lru-cache';
import { describePin, pinStream, type PinState, type PinView } from '@pps/pins/events';

interface CachedPin {
  readonly state: PinState;
  readonly revision: number;
}

const maxCached = 5_000;

/** A function that gives the `data` of a pin's event: the pin as of the fact, whatever has happened to it since. */
export function pinDataReader(store: Pick<EventStore, 'read'>): (fact: RecordedFact) => Promise<Record<string, unknown>> {
  const seen = new LRUCache<string, CachedPin>({ max: maxCached });
  return async (fact) => {
    const known = seen.get(fact.stream);
    const from = known && known.revision < fact.revision ? known : { state: pinStream.decider.initial, revision: -1 };
    const newer = from.revision + 1 === fact.revision ? [fact] : await readFactsUpTo(store, fact, from.revision + 1);
    const state = foldRecorded(pinStream, newer, from.state);
    seen.set(fact.stream, { state, revision: fact.revision });
    if (state.kind !== 'pin') throw new Error(`${fact.stream} is no pin at revision ${fact.revision}`);
    return pinData(describePin(state));
  };
}

function readFactsUpTo(store: Pick<EventStore, 'read'>, fact: RecordedFact, from: number): Promise<readonly RecordedFact[]> {
  return store.read(fact.stream, from, fact.revision - from + 1);
}

function pinData(pin: PinView & { readonly scheduleId?: string; readonly importJobId?: string }): Record<string, unknown> {
  return {
    pin_id: pin.pinId,
    status: pin.status,
    account_id: pin.accountId,
    board_id: pin.boardId,
    title: pin.content.title,
    platform_pin_id: pin.platformPinId,
    platform_url: pin.platformUrl,
    error_code: pin.errorCode,
    error_message: pin.errorMessage,
    schedule_id: pin.scheduleId ?? null,
    import_job_id: pin.importJobId ?? null,
    published_at: pin.publishedAt,
    failed_at: pin.failedAt,
  };
}
