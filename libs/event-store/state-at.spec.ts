import { newId } from '@pps/kernel';
import { happenedAt } from './happened-at';
import { revisionAt, stateAt } from './state-at';
import { counterType, recordedFact, someone, storeWith } from './testing';

const type = counterType();
const begin = Date.parse('2026-01-05T09:00:00.000Z');
const second = (n: number) => new Date(begin + n * 1_000);

/** A stream whose n-th fact happened in the n-th second and was stored 20 ms later, and what was read of it. */
function stream(length: number, changes: Parameters<typeof recordedFact>[0] = {}) {
  const name = `${type.category}-${newId()}`;
  const facts = Array.from({ length }, (_, revision) => ({
    ...recordedFact({ stream: name, revision, recordedAt: second(revision + 0.02), ...changes }),
    metadata: { ...someone, schemaVersion: 1, occurredAt: second(revision).toISOString() },
  }));
  const reads: number[] = [];
  const store = storeWith({
    last: async () => facts.at(-1) ?? null,
    read: async (_, from = 0, most = Infinity) => {
      reads.push(Math.min(most, length - from));
      return facts.slice(from, from + most);
    },
  });
  return { store, id: name.slice(type.category.length + 1), name, reads };
}

test.each([
  [-0.001, 0],
  [0, 1],
  [0.999, 1],
  [1, 2],
  [698.5, 699],
  [699, 700],
  [100_000, 700],
])('at second %s of a stream of 700 facts its state is that of %s', async (at, facts) => {
  const { store, id, name } = stream(700);
  expect(await stateAt(store, type, id, second(at))).toBe(facts);
  expect(await revisionAt(store, name, second(at))).toBe(facts - 1);
});

test('what a newer release has written is left out, and an absent stream is in its first state', async () => {
  const newer = stream(3, { type: 'WrittenByANewerRelease' });
  expect(await stateAt(newer.store, type, newer.id, second(9))).toBe(0);
  expect(await stateAt(stream(0).store, type, newId(), second(9))).toBe(0);
});

test('a moment in a stream of 100,000 facts is found in 17 reads of one, at a right guess in one of two', async () => {
  const { store, name, reads } = stream(100_000);
  expect(await revisionAt(store, name, second(77_777))).toBe(77_777);
  expect(reads.length).toBeLessThanOrEqual(17);
  expect(Math.max(...reads)).toBe(1);
  for (const [near, most] of [
    [77_777, 1],
    [77_778, 3],
    [77_700, 17],
    [99_999, 35],
  ] as const) {
    reads.length = 0;
    expect(await revisionAt(store, name, second(77_777), near)).toBe(77_777);
    expect(reads.length).toBeLessThanOrEqual(most);
  }
});

test.each([0, 1, 2, 3, 50])('a guess leads to the same moment in a stream of %s facts, whatever it is', async (length) => {
  const { store, name } = stream(length);
  for (let at = -1; at <= length; at++) {
    const found = await revisionAt(store, name, second(at + 0.5));
    for (const near of [-5, -1, 0, 1, at - 1, at, at + 1, length - 1, length, 1_000]) {
      expect(await revisionAt(store, name, second(at + 0.5), near)).toBe(found);
    }
  }
});

test('facts of one moment, or recorded in another order than they happened, count one after the other', async () => {
  const changed = stream(4);
  const at = [0, 2, 1, 2].map((n) => second(n).toISOString());
  const moved = storeWith({
    read: async (...asked) =>
      (await changed.store.read(...asked)).map((fact) => {
        const occurredAt = at[fact.revision] ?? '';
        return { ...fact, recordedAt: second(3), metadata: { ...fact.metadata, occurredAt } };
      }),
  });
  const counted = (seconds: number) => stateAt(moved, type, changed.id, second(seconds));
  expect([await counted(1), await counted(2), await counted(2.001), await counted(2.002)]).toEqual([1, 2, 3, 4]);
});

test('a fact that shows nothing, or changes nothing, has no moment of its own and holds up none after it', async () => {
  const facts = [
    { type: 'Counted', by: 1, at: 0 },
    { type: 'Noted', by: 10, at: 5 },
    { type: 'Counted', by: 0, at: 5 },
    { type: 'Counted', by: 1, at: 1 },
  ].map(({ type: kind, by, at }, revision) => ({
    ...recordedFact({ type: kind, data: { by, seen: 0 }, revision, recordedAt: second(1) }),
    metadata: { ...someone, schemaVersion: 1, occurredAt: second(at).toISOString() },
  }));
  const noting = { ...type, facts: { Counted: 1, Noted: 1 }, unshown: ['Noted'] } as unknown as typeof type;
  const store = storeWith({ read: async () => facts, last: async () => facts.at(-1) ?? null });
  const shown = (seconds: number) => stateAt(store, noting, newId(), second(seconds));
  expect([await shown(-0.001), await shown(0.999), await shown(1)]).toEqual([0, 11, 12]);
});

test.each([
  ['2025-01-05T09:00:00.000Z', '2025-01-05T09:00:00.000Z'],
  ['2026-01-05T09:01:00.000Z', '2026-01-05T09:01:00.000Z'],
  ['2026-01-05T09:01:00.001Z', '2026-01-05T09:00:00.000Z'],
  ['no time', '2026-01-05T09:00:00.000Z'],
])('a fact of %s that the log stored at nine happened at %s', (occurredAt, at) => {
  expect(happenedAt({ recordedAt: second(0), metadata: { ...someone, schemaVersion: 1, occurredAt } })).toBe(at);
});
