import { newId } from '@pps/kernel';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { EventStore } from '../event-store';
import { openInMemoryEventStore } from '../in-memory-event-store';
import type { NewFact, RecordedFact } from '../recorded-fact';
import type { Snapshots } from '../snapshots';
import { FactSealing } from './fact-sealing';
import { dataWithOpened, openedFields } from './opened-fields';
import type { SealingKeys, SubjectSealer } from './sealing-keys';
import { withSealedSnapshots } from './sealed-snapshots';
import { withSealing } from './with-sealing';

const metadata = { organizationId: 'o-1', actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 } as const;
const note = (data: object, changes: object = {}): NewFact => ({ id: newId(), type: 'Noted', data, metadata: { ...metadata, ...changes } });
const subject = 'organization:o-1';

function keysInMemory() {
  const known = new Map<string, SubjectSealer>();
  const gone = new Set<string>();
  const asked: string[][] = [];
  const state = { away: false };
  const keys: SealingKeys = {
    async toSeal(of) {
      if (state.away) throw new Error('the database is away');
      if (gone.has(of)) return null;
      if (!known.has(of)) known.set(of, sealerOf(randomBytes(32)));
      return known.get(of) ?? null;
    },
    async toOpen(subjects) {
      if (state.away) throw new Error('the database is away');
      asked.push([...subjects]);
      return new Map(subjects.flatMap((of) => [[of, known.get(of)] as const]).filter((pair): pair is [string, SubjectSealer] => !!pair[1]));
    },
  };
  const forget = (of: string) => void (known.delete(of), gone.add(of));
  return { keys, asked, forget, state };
}

function sealerOf(key: Buffer): SubjectSealer {
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    },
    keyFor: (context) => createHmac('sha256', key).update(context).digest(),
  };
}

const noteStreams = [{ category: 'note', sealed: { Noted: ['title', 'content.terms', 'rows[].text'] } }];

function sealedLog(vault = keysInMemory()) {
  const bare = openInMemoryEventStore();
  const open = () => {
    const forgottenBy = ({ type }: RecordedFact) => (type === 'Forgotten' ? [subject] : []);
    const sealing = new FactSealing({ keys: vault.keys, streams: noteStreams, forgottenBy });
    return { sealing, store: withSealing(bare, sealing) };
  };
  return { ...vault, bare, open, ...open() };
}

async function take(store: EventStore, count: number): Promise<RecordedFact[]> {
  const facts: RecordedFact[] = [];
  const ending = new AbortController();
  for await (const fact of store.subscribe(1n, ending.signal)) {
    facts.push(fact);
    if (facts.length === count) break;
  }
  ending.abort();
  return facts;
}

const written = { title: 'Blue 💙 door', content: { terms: ['a', 'b'], size: 3 }, rows: [{ text: 'x', n: 1 }, { n: 2 }], plain: 'id' };

it('stores no declared text in the clear and gives every reader all of them', async () => {
  const { bare, store } = sealedLog();
  await store.append('note-1', [note(written)], 'no_stream');
  const [stored] = await bare.read('note-1');
  const sealed = expect.stringMatching(/^sealed:v1:[\w-]+$/);
  expect(stored?.data).toEqual({
    title: sealed,
    content: { terms: sealed, size: 3 },
    rows: [{ text: sealed, n: 1 }, { n: 2 }],
    plain: 'id',
  });
  const read = [await store.read('note-1'), [await store.last('note-1')], await take(store, 1)];
  for (const [fact] of read) expect(fact).toMatchObject({ data: written, storedData: stored?.data });
});

it.each([
  ['null and absent fields', { title: null, content: {}, rows: [] }],
  ['half of an emoji and U+0000', { title: 'a\ud83d\u0000' }],
  ['what looks sealed', { title: 'sealed:v1:abc' }],
  ['other shapes', { title: '', content: 'none', rows: { text: 1 } }],
])('gives back %s as they were', async (_, data) => {
  const { store } = sealedLog();
  await store.append('note-1', [note(data)], 'no_stream');
  expect((await store.read('note-1'))[0]?.data).toEqual(data);
});

it('reads facts of before in the clear, and leaves those of others alone', async () => {
  const { bare, store, asked } = sealedLog();
  await bare.append('note-1', [note(written)], 'no_stream');
  await store.append('other-1', [note(written)], 'no_stream');
  expect(asked).toEqual([]);
  expect((await store.read('note-1'))[0]).toMatchObject({ data: written });
  expect((await bare.read('other-1'))[0]).toMatchObject({ data: written });
});

it('stores new facts in the clear while it is not to seal, and opens what is sealed', async () => {
  const { keys, bare, store } = sealedLog();
  await store.append('note-1', [note(written)], 'no_stream');
  const opening = new FactSealing({ keys, streams: noteStreams, isSealing: false });
  const beside = withSealing(bare, opening);
  await beside.append('note-1', [note(written)], 0);
  expect((await beside.read('note-1')).map(({ data }) => data)).toEqual([written, written]);
  expect((await bare.read('note-1'))[1]?.data).toEqual(written);
});

it('answers a repeat of an append as the first time, though its bytes differ', async () => {
  const { store } = sealedLog();
  const fact = note(written);
  const first = await store.append('note-1', [fact], 'no_stream');
  expect(await store.append('note-1', [fact], 'no_stream')).toEqual(first);
  expect(await store.read('note-1')).toHaveLength(1);
});

it('gives null for a text that was moved to another field, fact or stream', async () => {
  const { bare, store } = sealedLog();
  await store.append('note-1', [note({ title: 'mine' })], 'no_stream');
  const [stolen] = await bare.read('note-1');
  const { title } = stolen?.data as { title: string };
  await bare.append('note-2', [note({ title }), { ...note({ content: { terms: title } }), id: stolen?.id ?? '' }], 'no_stream');
  expect((await store.read('note-2')).map(({ data }) => data)).toEqual([{ title: null }, { content: { terms: null } }]);
});

it('gives null from the moment that the key is dropped, and never again anything written of the subject', async () => {
  const { open, store, forget, bare } = sealedLog();
  await store.append('note-1', [note(written)], 'no_stream');
  const other = open().store;
  await other.read('note-1');
  await store.append('person-1', [{ ...note({}), type: 'Forgotten' }], 'no_stream');
  await Promise.all([take(other, 2), take(store, 2)]);
  // Not yet dropped.
  expect((await other.read('note-1'))[0]?.data).toEqual(written);
  forget(subject);
  const nothing = { title: null, content: { terms: null, size: 3 }, rows: [{ text: null, n: 1 }, { n: 2 }], plain: 'id' };
  for (const each of [store, other]) expect((await each.read('note-1'))[0]?.data).toEqual(nothing);
  await store.append('note-1', [note({ title: 'too late' })], 0);
  expect(JSON.stringify((await bare.read('note-1'))[1]?.data)).toMatch(/sealed:v1:/);
  expect((await store.read('note-1'))[1]?.data).toEqual({ title: null });
});

it('waits for the keys instead of giving null', async () => {
  const { open, store, state } = sealedLog();
  await store.append('note-1', [note(written)], 'no_stream');
  state.away = true;
  const cold = open().store;
  await expect(cold.read('note-1')).rejects.toThrow('away');
  await expect(take(cold, 1)).rejects.toThrow('away');
  await expect(cold.append('note-2', [note(written)], 'no_stream')).rejects.toThrow('away');
});

it('opens nothing for who follows the log and reads no data, and each fact once for who does', async () => {
  const vault = keysInMemory();
  let opened = 0;
  const counting: SealingKeys = {
    ...vault.keys,
    toOpen: async (subjects) => {
      const count = (sealer: SubjectSealer): SubjectSealer => ({ ...sealer, open: (...sealed) => (opened++, sealer.open(...sealed)) });
      return new Map([...(await vault.keys.toOpen(subjects))].map(([of, sealer]) => [of, count(sealer)]));
    },
  };
  const { store, open } = sealedLog({ ...vault, keys: counting });
  await store.append('note-1', [note({ title: 'one' }), note({ title: 'two' })], 'no_stream');
  const [one, two] = await take(open().store, 2);
  expect([one?.stream, two?.type, opened]).toEqual(['note-1', 'Noted', 0]);
  expect([two?.data, two?.data, { ...two }.data]).toEqual(Array.from({ length: 3 }, () => ({ title: 'two' })));
  expect(opened).toBe(1);
});

it('refuses a fact whose words are nobody’s', async () => {
  const { store } = sealedLog();
  const nobodys = note(written, { organizationId: undefined });
  await expect(store.append('note-1', [nobodys], 'no_stream')).rejects.toThrow('names no organization');
});

it('reads the keys of 2,001 organizations in a few reads, and keeps the order', async () => {
  const { open, store, asked } = sealedLog();
  for (let n = 0; n < 2_001; n++) await store.append(`note-${n}`, [note({ title: `${n}` }, { organizationId: `o-${n}` })], 'no_stream');
  const facts = await take(open().store, 2_001);
  expect(facts.map(({ data }) => (data as { title: string }).title)).toEqual(Array.from({ length: 2_001 }, (_, n) => `${n}`));
  expect(asked.length).toBeLessThan(50);
});

it('opens for auditors what is sealed, in the shape of the data', async () => {
  const { store } = sealedLog();
  await store.append('note-1', [note(written)], 'no_stream');
  const [fact] = await store.read('note-1');
  if (!fact) throw new Error('not written');
  const opened = openedFields(fact);
  expect(opened).toEqual({ title: 'Blue 💙 door', content: { terms: ['a', 'b'] }, rows: [{ text: 'x' }, {}] });
  expect(dataWithOpened(fact.storedData, opened)).toEqual(written);
  expect(openedFields({ data: { title: 'x' } })).toBeUndefined();
  const sealed = { rows: [{ key: 'sealed:v1:AAAA' }, {}] };
  expect(openedFields({ data: { rows: [{ key: null }, {}] }, storedData: sealed })).toBeUndefined();
});

function snapshotsIn(stored: Map<string, unknown>, sealing: FactSealing) {
  const bare: Snapshots = {
    newest: async (stream) => (stored.has(stream) ? { revision: 1, factId: 'f', state: stored.get(stream) } : null),
    save: async (stream, _, { state }) => void stored.set(stream, state),
  };
  return withSealedSnapshots(bare, sealing);
}

it('stores snapshots of states with somebody’s words sealed, and has none once he was forgotten', async () => {
  const { sealing, forget } = sealedLog();
  const stored = new Map<string, unknown>();
  const snapshots = snapshotsIn(stored, sealing);
  await snapshots.save('note-1', 1, { revision: 1, factId: 'f', state: written, subject });
  expect(JSON.stringify(stored.get('note-1'))).not.toContain('door');
  expect(await snapshots.newest('note-1', 1)).toMatchObject({ state: written });
  forget(subject);
  sealing.keys.drop(subject);
  expect(await snapshots.newest('note-1', 1)).toBeNull();
});

it('does not use a snapshot that a release before stored in the clear, unless it is not to seal', async () => {
  const { sealing, keys } = sealedLog();
  const stored = new Map<string, unknown>();
  const opening = snapshotsIn(stored, new FactSealing({ keys, streams: noteStreams, isSealing: false }));
  await opening.save('note-1', 1, { revision: 1, factId: 'f', state: written, subject });
  await opening.save('other-1', 1, { revision: 1, factId: 'f', state: written });
  expect(stored.get('note-1')).toEqual(written);
  expect(await opening.newest('note-1', 1)).toMatchObject({ state: written });
  const snapshots = snapshotsIn(stored, sealing);
  expect(await snapshots.newest('note-1', 1)).toBeNull();
  expect(await snapshots.newest('other-1', 1)).toMatchObject({ state: written });
});

it('throws when the log ends, which nobody may take for the end of what there is', async () => {
  const { bare, store } = sealedLog();
  const following = (async () => {
    for await (const fact of store.subscribe(null, new AbortController().signal)) if (fact.stream === 'none') return;
  })();
  await bare.close();
  await expect(following).rejects.toThrow('the subscription ended');
});
