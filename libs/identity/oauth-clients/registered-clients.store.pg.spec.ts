import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { refreshUnderLock } from '../grants/grant-tokens.store';
import { decideRefresh } from '../grants/refresh-grant.policy';
import { newId } from '@pps/kernel';
import { identityMigrations } from '../identity.migrations';
import { deleteUnusedClients, findRegisteredClient, noteClientUse, storeClient } from './registered-clients.store';

const begin = Date.parse('2026-02-05T09:00:00.000Z');
const at = (hours: number) => new Date(begin + hours * 3_600_000);

const connections = 8;
let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), connections);
  await migrate(db, [...readStoreMigrations, ...identityMigrations]);
});
afterAll(() => db.destroy());
beforeEach(() => db('identity.registered_client').delete());

const metadata = { name: 'App', redirectUris: ['https://app.example.com/callback'] };
const store = (clientId: string, { hours = 0, site = 'a', most = 100 } = {}) =>
  storeClient(db, { clientId, metadata, site, now: at(hours) }, most);
const count = async () => Number((await db('identity.registered_client').count())[0]?.count);

test('the same one is one row, and is found as it described itself', async () => {
  for (let n = 0; n < 3; n++) await store('dcr_1');
  expect([await count(), await findRegisteredClient(db, 'dcr_1'), await findRegisteredClient(db, 'dcr_2')]).toEqual([1, metadata, null]);
});

test('a flood from one place pushes out itself, and nobody who is used', async () => {
  await store('dcr_used', { site: 'flood' });
  await noteClientUse(db, 'dcr_used', at(0));
  await store('dcr_mine', { site: 'mine' });
  for (let n = 0; n < 300; n++) await store(`dcr_${n}`, { site: 'flood', hours: 0.001 * n });
  expect(await count()).toBeLessThanOrEqual(102);
  for (const kept of ['dcr_used', 'dcr_mine', 'dcr_299']) expect([kept, await findRegisteredClient(db, kept)]).toEqual([kept, metadata]);
  expect(await findRegisteredClient(db, 'dcr_0')).toBeNull();
});

test('one that nobody agreed to is forgotten after half a year, one that is used when no grant can be left', async () => {
  await store('dcr_unused');
  await store('dcr_used');
  await noteClientUse(db, 'dcr_used', at(0));
  const left = async (hours: number) => {
    while ((await deleteUnusedClients(db, at(hours))) > 0);
    return count();
  };
  expect([await left(24 * 179), await left(24 * 181), await left(24 * 399), await left(24 * 401)]).toEqual([2, 1, 1, 0]);
});

test('refreshes at once, on any number of processes, are one after the other', async () => {
  const keyId = newId();
  const refresh = () => refreshUnderLock(db, keyId, (state) => decideRefresh(1, state, at(1_000), at(0), at(10_000)));
  // One that is still to be opened comes too late to meet another.
  await Promise.all(Array.from({ length: connections }, () => db.raw('select pg_sleep(0.2)')));
  const pairs = await Promise.all(Array.from({ length: 20 }, refresh));
  expect(
    new Set(
      pairs.map(
        (pair) =>
          pair.kind === 'pair' &&
          `${pair.state.generation} ${pair.state.accessEndsAt.toISOString()} ${pair.state.refreshEndsAt.toISOString()}`,
      ),
    ).size,
  ).toBe(1);
  expect(pairs.filter((pair) => pair.kind === 'pair' && pair.isChanged)).toHaveLength(1);
});
