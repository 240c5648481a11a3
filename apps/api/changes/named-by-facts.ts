import type { EventStore } from '@pps/event-store';
import { LRUCache } from 'lru-cache';
import { whatFactNames, type Change, type NamedByFact } from './change';

const heldAtMost = 5_000;
const factsOfDelivery = 3;

/** What a change is about, where its place in the log does not say it. */
export type FindNamed = (change: Change) => Promise<NamedByFact>;

/** Facts do not change: each is read once for all who are told of it. */
export function namedByFacts(store: Pick<EventStore, 'read'>): FindNamed {
  const known = new LRUCache<string, Promise<NamedByFact>>({ max: heldAtMost });
  return (change) => {
    // The first facts of a delivery say whose it is, each of a board which one.
    const ofDelivery = change.type === 'webhook_delivery';
    const key = ofDelivery ? change.stream : `${change.stream}@${change.revision}`;
    const present = known.get(key);
    if (present) return present;
    const found = readNamed(store, change, ofDelivery ? 0 : change.revision, ofDelivery ? factsOfDelivery : 1);
    known.set(key, found);
    const forget = () => known.delete(key);
    found.then((named) => Object.keys(named).length === 0 && forget(), forget);
    return found;
  };
}

async function readNamed(store: Pick<EventStore, 'read'>, { stream, type }: Change, from: number, most: number): Promise<NamedByFact> {
  const facts = await store.read(stream, from, most);
  return facts.map(({ data }) => whatFactNames(type, data)).find((named) => Object.keys(named).length > 0) ?? {};
}
