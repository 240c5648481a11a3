import { mapLimited } from '@pps/concurrency';
import { decode, streamId, type EventStore, type RecordedFact } from '@pps/event-store';
import { pinStream, type PinFact } from '@pps/pins/events';
import { applyPinFact, type OutboxPin } from './outbox-pin';
import type { OutboxPins } from './outbox-pins.store';

export interface FollowPinsDeps {
  readonly store: Pick<EventStore, 'read'>;
  readonly pins: Pick<OutboxPins, 'load'>;
}

export interface FollowedPins {
  /** The pin right after each wanted fact; none for a fact of a deleted pin. */
  readonly after: ReadonlyMap<RecordedFact, OutboxPin>;
  readonly changed: readonly OutboxPin[];
  /** Published or deleted: no event comes of these any more. */
  readonly ended: readonly string[];
}

const maxConcurrentReads = 32;

/**
 * Follows pins through facts of the log. The stored pins are read with one query; only where one is missing, or not as of the fact before, and the
 * pin is wanted, are the facts between read from its stream. So a stored pin may be lost, or be left behind by another release, at any time.
 */
export async function followPins(
  { store, pins }: FollowPinsDeps,
  facts: readonly RecordedFact<PinFact>[],
  wanted: ReadonlySet<RecordedFact>,
): Promise<FollowedPins> {
  const byPin = groupByPin(facts);
  const asked = [...byPin].flatMap(([pinId, [first]]) => (first?.type === 'PinQueued' ? [] : [pinId]));
  const known = new Map((await pins.load(asked)).map((pin) => [pin.pinId, pin]));
  const after = new Map<RecordedFact, OutboxPin>();
  const changed: OutboxPin[] = [];
  const ended: string[] = [];
  await mapLimited(maxConcurrentReads, [...byPin], async ([pinId, ordered]) => {
    let pin = known.get(pinId) ?? null;
    let isOver = false;
    let isKnown = true;
    for (const fact of ordered) {
      const missing = wanted.has(fact) ? await readMissing(store, pin, fact) : null;
      // What only a newer release can read is left out of the data, but it must not be missing from the stored pin when that release leads.
      if (missing?.some((each) => !decode(pinStream, each))) isKnown = false;
      if (missing) pin = missing.reduce<OutboxPin | null>(applyPinFact, isBefore(pin, fact) ? pin : null);
      else if (isNext(pin, fact)) pin = applyPinFact(pin, fact);
      isOver ||= fact.type === 'PinPublished' || fact.type === 'PinDeleted';
      if (pin && wanted.has(fact)) after.set(fact, pin);
    }
    if (isOver) ended.push(pinId);
    else if (isKnown && pin && pin !== known.get(pinId)) changed.push(pin);
  });
  return { after, changed, ended };
}

/** The facts up to this one that the pin has not seen; null when there is none but this. */
async function readMissing(
  store: Pick<EventStore, 'read'>,
  pin: OutboxPin | null,
  fact: RecordedFact<PinFact>,
): Promise<readonly RecordedFact[] | null> {
  if (isNext(pin, fact)) return null;
  const from = pin && isBefore(pin, fact) ? pin.revision + 1 : 0;
  return store.read(fact.stream, from, fact.revision - from + 1);
}

const isBefore = (pin: OutboxPin | null, fact: RecordedFact): boolean => pin !== null && pin.revision < fact.revision;

// A pin begins with its queueing, whatever stands before that in its stream.
const isNext = (pin: OutboxPin | null, fact: RecordedFact): boolean =>
  fact.type === 'PinQueued' || (pin !== null && pin.revision + 1 === fact.revision);

function groupByPin(facts: readonly RecordedFact<PinFact>[]): Map<string, RecordedFact<PinFact>[]> {
  const byPin = new Map<string, RecordedFact<PinFact>[]>();
  for (const fact of facts) {
    const pinId = streamId(pinStream, fact.stream) ?? fact.stream;
    const known = byPin.get(pinId);
    if (known) known.push(fact);
    else byPin.set(pinId, [fact]);
  }
  return byPin;
}
