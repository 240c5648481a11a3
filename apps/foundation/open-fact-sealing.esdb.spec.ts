import { Streams, FactSealing, openEventStore, withSealing, withSharedTail, type EventStore, type StreamType } from '@pps/event-store';
import { newId, type Fact } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { forgetSubject, masterKeys, openSubjectSealers, vaultMigrations } from '@pps/vault';
import { randomBytes } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';

type Noted = Fact<'Noted', { readonly text: string | null; readonly n: number }>;

const noteStream: StreamType<readonly (string | null)[], Noted> = {
  category: `note_${newId().replaceAll('-', '')}`,
  decider: { initial: [], evolve: (texts, { data }) => [...texts, data.text] },
  facts: { Noted: 1 },
  sealed: { Noted: ['text'] },
};
const master = masterKeys(randomBytes(32));
let db: Database;
let bare: EventStore;

beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...vaultMigrations]);
  bare = openEventStore(process.env['EVENTSTORE_URL'] ?? '');
});
afterAll(async () => {
  await bare.close();
  await db.destroy();
});

/** As each process has it. */
const openStore = (): EventStore =>
  withSharedTail(withSealing(bare, new FactSealing({ keys: openSubjectSealers(db, master), streams: [noteStream] })));

const note = (text: string, n: number): Noted => ({ type: 'Noted', data: { text, n } });

test('texts are sealed in the real log under keys of the vault, in order for every process, and null for one that asks after the key is gone', async () => {
  const [id, organizationId] = [newId(), newId()];
  const stream = `${noteStream.category}-${id}`;
  const origin = { organizationId, actor: { type: 'system' }, occurredAt: new Date().toISOString() } as const;
  const begun = await bare.head();
  const streams = new Streams(openStore());
  await streams.decide(noteStream, id, origin, () => [note('Blue door', 1), note('Red 💙', 2)]);
  const texts = Array.from({ length: 50 }, (_, n) => note(`Text ${n}`, n));
  await streams.decide(noteStream, id, origin, () => texts);

  const stored = await bare.read(stream);
  for (const { data } of stored)
    expect(data).toMatchObject({ text: expect.stringMatching(/^sealed:v1:[\w-]{40,}$/), n: expect.any(Number) });
  const expected = ['Blue door', 'Red 💙', ...texts.map(({ data }) => data.text)];
  expect((await new Streams(openStore()).load(noteStream, id)).state).toEqual(expected);

  const ending = new AbortController();
  const followed: unknown[] = [];
  for await (const fact of openStore().subscribe(begun, ending.signal)) {
    if (fact.stream === stream) followed.push((fact.data as Noted['data']).text);
    if (followed.length === expected.length) break;
  }
  ending.abort();
  expect(followed).toEqual(expected);

  await forgetSubject(db, `organization:${organizationId}`);
  const forgotten = await new Streams(openStore()).load(noteStream, id);
  expect(forgotten.state).toEqual(expected.map(() => null));
  expect((await bare.read(stream)).map(({ data }) => data)).toEqual(stored.map(({ data }) => data));
});
