import { openEventStore, type EventStore } from '@pps/event-store';
import { identityStream } from '@pps/event-store/events';
import { openDatabase, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { freshDatabase } from '../../test/setup/fresh-database';
import { startLocalEventStore, type LocalEventStore } from './index';
import { findOwnLog } from './find-own-log';

let url: string;
let local: LocalEventStore;
let store: EventStore;
const pools: Database[] = [];

const opened = (at: string): Database => {
  const db = openDatabase(at, 1);
  pools.push(db);
  return db;
};

beforeAll(async () => {
  url = await freshDatabase();
  local = await startLocalEventStore({ databaseUrl: url, port: 0 });
  store = openEventStore(local.connectionString);
});
afterAll(async () => {
  await store.close();
  await local.stop();
  await Promise.all(pools.map((db) => db.destroy()));
});

it('is how its database tells its own events from others, also of a log that nobody has used yet', async () => {
  const db = opened(url);
  const ownLog = await findOwnLog(db, store);
  const [first] = await store.read(identityStream, 0, 1);
  const { rows } = await db.raw<{ rows: { own: boolean; foreign: boolean }[] }>(
    `select ${ownLog?.(`${first?.position}`, `'${first?.id}'`)} as own, ${ownLog?.(`${first?.position}`, `'${randomUUID()}'`)} as foreign`,
  );
  expect(rows).toEqual([{ own: true, foreign: false }]);
});

it('is none, without a word, where the log lies in another database, with tables of a log or without', async () => {
  const denials: string[] = [];
  const other = await freshDatabase();
  const asked = () => findOwnLog(opened(other), store, () => void denials.push('denied'));
  expect(await asked()).toBeUndefined();
  await (await startLocalEventStore({ databaseUrl: other, port: 0 })).stop();
  expect([await asked(), denials]).toEqual([undefined, []]);
});

it('is none where it may not be read, which is told', async () => {
  const role = `stranger_${randomUUID().slice(0, 8)}`;
  const db = opened(url);
  await db.raw(`create role ${role} login password 'stranger'`);
  const denials: string[] = [];
  const asStranger = opened(Object.assign(new URL(url), { username: role, password: 'stranger' }).href);
  expect([await findOwnLog(asStranger, store, () => void denials.push('denied')), denials]).toEqual([undefined, ['denied']]);
  await asStranger.destroy();
  await db.raw(`drop role ${role}`);
});
