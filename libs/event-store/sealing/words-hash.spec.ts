import { newId } from '@pps/kernel';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { EventStore } from '../event-store';
import { openInMemoryEventStore } from '../in-memory-event-store';
import type { NewFact, RecordedFact } from '../recorded-fact';
import { FactSealing } from './fact-sealing';
import type { SealingKeys, SubjectSealer } from './sealing-keys';
import { withSealing } from './with-sealing';

const metadata = { organizationId: 'o-1', actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;
const note = (data: object): NewFact => ({ id: newId(), type: 'Noted', data, metadata });

/** Hides nothing: what it seals is proved all the same. */
const sealerWith = (key: Buffer): SubjectSealer => ({
  seal: (plain) => Buffer.concat([randomBytes(28), plain]),
  open: (sealed) => sealed.subarray(28),
  keyFor: (context) => createHmac('sha256', key).update(context).digest(),
});

function sealedLogs(count: number) {
  const state = { sealer: sealerWith(randomBytes(32)) as SubjectSealer | null };
  const keys: SealingKeys = {
    toSeal: async () => state.sealer,
    toOpen: async (subjects) => new Map(state.sealer ? subjects.map((subject) => [subject, state.sealer as SubjectSealer]) : []),
  };
  const streams = [{ category: 'note', sealed: { Noted: ['title', 'content.terms', 'rows[].text'] } }];
  const open = (bare: EventStore) => withSealing(bare, new FactSealing({ keys, streams }));
  return { state, open, logs: Array.from({ length: count }, openInMemoryEventStore).map((bare) => ({ bare, store: open(bare) })) };
}

async function followed(store: EventStore): Promise<RecordedFact | undefined> {
  for await (const fact of store.subscribe(null, new AbortController().signal)) if (fact.stream === 'note-1') return fact;
  return undefined;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const written = { title: 'Blue 💙 door \ud83d', content: { terms: { b: ['a', 1.5], a: null }, size: 3 }, rows: [{ n: 0 }, { text: 'x' }] };
const texts = { 'content.terms': '{"a":null,"b":["a",1.5]}', 'rows[1].text': '"x"', title: '"Blue 💙 door \\ud83d"' };

it('proves each word by a key of its own against the hash in the metadata, to who reads and to who follows', async () => {
  const { logs, open } = sealedLogs(1);
  const [{ bare, store }] = logs as [(typeof logs)[0]];
  await store.append('note-1', [note(written)], 'no_stream');
  for (const fact of [(await store.read('note-1'))[0], await followed(open(bare))]) {
    const keys = fact?.wordKeys?.() ?? {};
    expect(new Set(Object.values(keys)).size).toBe(3);
    const hashes = Object.entries(texts).map(([place, text]) => [place, sha256(`${keys[place]}${text}`)]);
    expect(fact?.metadata.wordsHash).toBe(sha256(JSON.stringify(Object.fromEntries(hashes))));
  }
});

it('says nothing of a fact without words, and of somebody who was forgotten, and has no keys once he was', async () => {
  const { logs, open, state } = sealedLogs(1);
  const [{ bare, store }] = logs as [(typeof logs)[0]];
  await store.append('note-1', [note(written), note({ plain: 'id' })], 'no_stream');
  state.sealer = null;
  const late = open(bare);
  await late.append('note-1', [note(written)], 1);
  const facts = await late.read('note-1');
  expect(facts.map((fact) => [fact.metadata.wordsHash, fact.wordKeys])).toEqual([
    [expect.any(String), undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('gives a fact the same hash whoever seals it, and another one to the same words of another fact', async () => {
  const { logs } = sealedLogs(2);
  const [one, other] = logs as [(typeof logs)[0], (typeof logs)[0]];
  const fact = note({ title: 'same' });
  for (const { store } of logs) await store.append('note-1', [fact], 'no_stream');
  await one.store.append('note-1', [{ ...fact, id: newId() }], 0);
  const [first, second] = (await one.bare.read('note-1')).map(({ metadata: { wordsHash } }) => wordsHash);
  expect((await other.bare.read('note-1'))[0]?.metadata.wordsHash).toBe(first);
  expect(second).not.toBe(first);
});
