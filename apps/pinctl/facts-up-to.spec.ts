import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { factsUpTo } from './facts-up-to';

const metadata = { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;

async function notes(count: number) {
  const store = openInMemoryEventStore();
  const heads: bigint[] = [];
  for (let n = 0; n < count; n++) {
    await store.append(`noting-${n}`, [{ id: newId(), type: 'Noted', data: {}, metadata }], 'no_stream');
    heads.push(await store.head());
  }
  return { store, heads };
}

async function streamsOf(facts: AsyncIterable<{ readonly stream: string }>): Promise<string[]> {
  const streams: string[] = [];
  for await (const { stream } of facts) streams.push(stream);
  return streams;
}

it('gives what lies between two positions, and waits for nothing behind the second', async () => {
  const { store, heads } = await notes(4);
  const [first = 0n, , third = 0n, last = 0n] = heads;
  expect(await streamsOf(factsUpTo(store, null, third))).toEqual(['$system', 'noting-0', 'noting-1', 'noting-2']);
  expect(await streamsOf(factsUpTo(store, first, last))).toEqual(['noting-1', 'noting-2', 'noting-3']);
  expect(await streamsOf(factsUpTo(store, last, last))).toEqual([]);
});

it('refuses a log that ends before', async () => {
  const { store, heads } = await notes(1);
  const ending = { ...store, subscribe: (after: bigint | null) => store.subscribe(after, AbortSignal.timeout(50)) };
  await expect(streamsOf(factsUpTo(ending, null, (heads[0] ?? 0n) + 5n))).rejects.toThrow('the log ended before its head');
});
