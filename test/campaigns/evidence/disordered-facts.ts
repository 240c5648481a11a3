import { openEventStore, type RecordedFact } from '@pps/event-store';

/** What is out of order in a log: a revision that is missing or comes twice in its stream, an id that comes twice. */
export async function disorderedFacts(eventStoreUrl: string): Promise<string[]> {
  const store = openEventStore(eventStoreUrl);
  const reading = new AbortController();
  const order = orderOf();
  try {
    const head = await store.head();
    for await (const fact of store.subscribe(null, reading.signal)) {
      order.see(fact);
      if (fact.position >= head) break;
    }
  } finally {
    reading.abort();
    await store.close();
  }
  return order.faults;
}

export function orderOf() {
  const [next, ids, faults] = [new Map<string, number>(), new Set<string>(), [] as string[]];
  return {
    faults,
    see: ({ id, stream, revision }: Pick<RecordedFact, 'id' | 'stream' | 'revision'>) => {
      const expected = next.get(stream) ?? 0;
      if (revision !== expected) faults.push(`${stream} has revision ${revision} where ${expected} comes`);
      if (ids.has(id)) faults.push(`${stream} has ${id} again`);
      ids.add(id);
      next.set(stream, revision + 1);
    },
  };
}
