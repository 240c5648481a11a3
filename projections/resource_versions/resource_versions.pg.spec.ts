import type { AccountConnected } from '@pps/connections/events';
import { connectionSamples } from '@pps/connections/testing';
import { newId } from '@pps/kernel';
import type { ApiKeyCreated } from '@pps/identity/events';
import { apiKeySamples } from '@pps/identity/testing';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { resourceVersionsProjection } from './resource_versions.projection';
import { accountsAt, apiKeysAt } from './versions-at.query';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(resourceVersionsProjection)));
afterAll(() => fed.stop());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
/** The n-th fact is stored on the n-th day. */
const daily = (stream: string, facts: Parameters<typeof recorded>[1]) =>
  recorded(stream, facts).map((fact) => {
    const recordedAt = day(fact.revision + 1);
    return { ...fact, recordedAt, metadata: { ...fact.metadata, occurredAt: recordedAt.toISOString() } };
  });

it('knows what a key could do on each day, the same when facts come twice or one by one', async () => {
  const created = apiKeySamples[0] as ApiKeyCreated;
  const { keyId, projectId } = created.data;
  const at = day(1).toISOString();
  const facts = daily(`apikey-${keyId}`, [
    created,
    { type: 'ApiKeyUpdated', data: { keyId, scopes: ['read'], updatedAt: at } },
    { type: 'ApiKeyRevoked', data: { keyId, revokedAt: day(3).toISOString() } },
  ]);
  await fed.feed(facts.slice(0, 1));
  await fed.feed(facts);
  await fed.feed(facts);
  const keysOn = (moment: Date, epoch = 0) => apiKeysAt(fed.db, { projectId, epoch, at: moment });
  expect(await keysOn(new Date(day(1).getTime() - 1))).toEqual([]);
  expect(await keysOn(day(1))).toMatchObject([{ keyId, scopes: created.data.scopes, revokedAt: null }]);
  expect(await keysOn(new Date(day(3).getTime() - 1))).toMatchObject([{ scopes: ['read'], revokedAt: null }]);
  expect(await keysOn(day(3))).toMatchObject([{ scopes: ['read'], revokedAt: day(3).toISOString() }]);
  expect(await keysOn(day(3), 1)).toEqual([]);
});

it('knows the accounts of each day, and of ten thousand versions no more than were asked for', async () => {
  const { data } = connectionSamples[0] as AccountConnected;
  const [accountId, projectId] = [newId(), newId()];
  const own = { ...data, accountId, projectId };
  await fed.feed(
    daily(`connection-${accountId}`, [
      { type: 'AccountConnected', data: own },
      { type: 'AccountRevoked', data: { accountId, projectId, revokedAt: day(2).toISOString() } },
    ]),
  );
  const accountsOn = (moment: Date) => accountsAt(fed.db, { projectId, epoch: 0, at: moment });
  expect(await accountsOn(day(1))).toMatchObject([{ accountId, revokedAt: null, profileRef: data.profileRef }]);
  expect(await accountsOn(day(2))).toMatchObject([{ accountId, revokedAt: day(2).toISOString() }]);
  await fed.db.raw(
    `insert into read.resource_version
     select (jsonb_populate_record(one, jsonb_build_object('stream', 'connection-' || n, 'state',
       one.state || jsonb_build_object('revokedAt', to_char(timestamp '2026-02-01' + n * interval '1 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))).*
     from read.resource_version one, generate_series(1, 3000) n where one.stream = ? and one.revision = 0`,
    [`connection-${accountId}`],
  );
  expect(await accountsOn(day(1))).toHaveLength(1_001);
});

it('has an account as of each updated_at as it was then, also where a limit was learned between and a clock is ahead', async () => {
  const { data } = connectionSamples[0] as AccountConnected;
  const [accountId, projectId] = [newId(), newId()];
  const [connected, learned, revoked] = [50, 90, 60].map((ms) => new Date(day(1).getTime() + ms));
  const facts = recorded(`connection-${accountId}`, [
    { type: 'AccountConnected', data: { ...data, accountId, projectId, connectedAt: connected?.toISOString() ?? '' } },
    { type: 'PlatformLimitLearned', data: { accountId, limit: 1, windowSeconds: 60, learnedAt: '' } },
    { type: 'AccountRevoked', data: { accountId, projectId, revokedAt: revoked?.toISOString() ?? '' } },
  ]).map((fact, n) => {
    const occurredAt = [connected, learned, revoked][n]?.toISOString() ?? '';
    return { ...fact, recordedAt: day(1), metadata: { ...fact.metadata, occurredAt } };
  });
  await fed.feed(facts.slice(0, 2));
  await fed.feed(facts);
  const accountOn = async (at = day(1)) => (await accountsAt(fed.db, { projectId, epoch: 0, at }))[0];
  expect(await accountOn()).toBeUndefined();
  expect(await accountOn(connected)).toMatchObject({ revokedAt: null, updatedAt: connected?.toISOString() });
  expect(await accountOn(revoked)).toMatchObject({ revokedAt: revoked?.toISOString(), updatedAt: revoked?.toISOString() });
});
