import type { EventStore } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { checkpoints, migrateAt, openDatabase, type Database } from '@pps/read-store';
import { freshDatabase } from '../../test/setup/fresh-database';
import { allMigrations } from '../foundation/all-migrations';
import { rejoinInstallation } from './rejoin-installation';

let db: Database;
let store: EventStore;
const projectId = newId();
const webhookId = newId();
const since = new Date();

beforeAll(async () => {
  const url = await freshDatabase();
  await migrateAt(url, allMigrations);
  db = openDatabase(url, 4);
  store = openInMemoryEventStore();
  const metadata = { actor: { type: 'system' as const }, occurredAt: since.toISOString(), schemaVersion: 1 };
  await store.append('counter-1', [{ id: newId(), type: 'Counted', data: {}, metadata }], 'no_stream');
  const ahead = { version: 1, store_id: await store.peekIdentity(), position: '105', serving: true };
  await db('read_store.checkpoint').insert({ kind: 'process', name: 'answering', ...ahead });
});
afterAll(async () => {
  await store.close();
  await db.destroy();
});
afterEach(() => db.raw('delete from read_store.commit_witness'));

const rejoin = (moment: Date | null = since, isAgreed = true, given = db) => rejoinInstallation({ db: given, store }, moment, isAgreed);
const position = async () => (await checkpoints.all(db, 'process'))[0]?.position;

it('asks for the moment, and takes none that is to come', async () => {
  await expect(rejoin(null)).rejects.toThrow(/^give --since with the moment .*"selected new timeline ID" then$/);
  await expect(rejoin(new Date(Date.now() + 3_600_000))).rejects.toThrow('--since lies in the future');
  expect(await position()).toBe(105n);
});

it('does not take a lost connection for a server that does not tell', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', 1, { connectionMs: 300 });
  await expect(rejoin(null, false, gone)).rejects.toThrow(/ECONNREFUSED|acquiring/);
  await gone.destroy();
});

it('says what it would do, while hosts run as well, and does nothing', async () => {
  await db.raw(`insert into read_store.commit_witness (process, count) values (gen_random_uuid(), 5)`);
  expect(await rejoin(since, false)).toMatchObject({ changed: false, agreedUpTo: -1n, setBack: ['answering'] });
  expect(await position()).toBe(105n);
});

it('changes nothing while an API runs, which leads no duty', async () => {
  await db.raw(`insert into read_store.commit_witness (process, count) values (gen_random_uuid(), 5)`);
  await expect(rejoin()).rejects.toThrow('stop every host first: 1 of them wrote in the last 15 s');
  expect(await position()).toBe(105n);
});

it('changes nothing where a host has started between its first question and its change', async () => {
  const starting = {
    ...store,
    head: async () =>
      db.raw('insert into read_store.commit_witness (process, count) values (gen_random_uuid(), 0)').then(() => store.head()),
  };
  await expect(rejoinInstallation({ db, store: starting }, since, true)).rejects.toThrow('stop every host first');
  expect(await position()).toBe(105n);
});

it('gives up in one line where somebody holds the checkpoints', async () => {
  await db.transaction(async (holder) => {
    await holder.raw('set local idle_in_transaction_session_timeout = 0; select from read_store.checkpoint for update');
    await expect(rejoin()).rejects.toThrow('somebody uses the read models: stop every host');
  });
  expect(await position()).toBe(105n);
});

it('mends checkpoints and what webhooks have seen together', async () => {
  const lost = {
    webhook_id: webhookId,
    project_id: projectId,
    epoch: 0,
    events: '["*"]',
    account_ids: null,
    is_deleted: false,
    position: '104',
  };
  await db('webhooks.subscription').insert(lost);
  expect(await rejoin()).toMatchObject({ changed: true, agreedUpTo: -1n, setBack: ['answering'], since: since.toISOString() });
  expect([await position(), await db('webhooks.subscription').pluck('webhook_id')]).toEqual([-1n, []]);
  expect(await rejoin()).toMatchObject({ changed: true, setBack: [] });
});
