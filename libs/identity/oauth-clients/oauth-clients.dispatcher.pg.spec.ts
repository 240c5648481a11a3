import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { apiKeyStream } from '../api-keys/api-key.stream';
import { startTokens } from '../grants/grant-tokens.store';
import { identityMigrations } from '../identity.migrations';
import { madeKey } from '../testing';
import { endUnusedGrants } from './oauth-clients.dispatcher';
import { deleteUnusedClients } from './registered-clients.store';

const dayMs = 86_400_000;
const now = new Date('2026-11-28T10:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const store = openInMemoryEventStore();
const streams = new Streams(store);

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, [...readStoreMigrations, ...identityMigrations]);
});
afterAll(async () => {
  await db.destroy();
  await store.close();
});

test('a program keeps its id for half a year without a grant, and for as long as grants last with one', async () => {
  const row = (client_id: string, registered: number, used: number | null) => ({
    ...{ client_id, client_name: 'x', redirect_uris: ['https://app.example.com/'], site: 's' },
    ...{ registered_at: daysAgo(registered), authorized_at: used === null ? null : daysAgo(used) },
  });
  await db('identity.registered_client').insert([
    row('new', 179, null),
    row('old', 181, null),
    row('used', 900, 399),
    row('gone', 900, 401),
  ]);
  expect(await deleteUnusedClients(db, now)).toBe(2);
  expect((await db('identity.registered_client').orderBy('client_id').pluck('client_id')) as string[]).toEqual(['new', 'used']);
});

test('a grant ends with its last token, once; others and keys of other kinds go on', async () => {
  const granted = async (source: 'oauth' | 'device', refreshEndsAt: Date, accessEndsAt = refreshEndsAt) => {
    const key = { ...madeKey({ projectId: newId(), organizationId: newId(), userId: newId(), scopes: ['read'] }), keyId: newId(), source };
    await streams.decide(apiKeyStream, key.keyId, someone, () => [{ type: 'ApiKeyCreated', data: key } as const]);
    await startTokens(db, key.keyId, { refreshEndsAt, accessEndsAt });
    return key.keyId;
  };
  const ended = await granted('oauth', daysAgo(1));
  const others = [
    await granted('oauth', daysAgo(-1)),
    await granted('oauth', daysAgo(1), daysAgo(-1)),
    await granted('device', daysAgo(1)),
  ];
  const deps = { db, streams, clock: () => now };
  expect([await endUnusedGrants(deps), await endUnusedGrants(deps)]).toEqual([2, 0]);
  const lastFact = async (keyId: string) => (await store.read(`apikey-${keyId}`)).at(-1);
  expect(await lastFact(ended)).toMatchObject({ type: 'ApiKeyRevoked', data: { reason: 'expired', revokedAt: now.toISOString() } });
  for (const keyId of others) expect((await lastFact(keyId))?.type).toBe('ApiKeyCreated');
});
