import { apiKeySamples } from '@pps/identity/testing';
import type { ApiKeyCreated } from '@pps/identity/events';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { rowsRead } from '../../test/setup/rows-read';
import { apiKeysProjection } from './api_keys.projection';
import { countApiKeys, endedKeys, keysToAnnounce, listApiKeys } from './api_keys.query';

const { data } = apiKeySamples[0] as ApiKeyCreated;
const facts = recorded(`apikey-${data.keyId}`, apiKeySamples.slice(0, 4));
const deployed = {
  key_id: data.keyId,
  project_id: data.projectId,
  name: 'deploy',
  prefix: 'pps_live_a1B2',
  scopes: ['read'],
  account_ids: ['8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60'],
  maker_key_ids: [],
  mode: null,
  created_at: new Date('2026-01-05T09:00:00.000Z'),
  expires_at: null,
  source: null,
  client_id: null,
  client_name: null,
  user_id: '0197a000-0000-7000-8000-000000000003',
  revoked_at: new Date('2026-01-07T09:00:00.000Z'),
};

let projection: FedProjection;

beforeEach(async () => (projection = await fedProjection(apiKeysProjection)));
afterEach(() => projection.stop());

test('a key is listed as its facts say, also when they are given twice', async () => {
  await projection.feed(facts);
  expect(await listApiKeys(projection.db, data)).toEqual([deployed]);
  await projection.feed(facts);
  await projection.feed(facts.slice(0, 2));
  expect(await listApiKeys(projection.db, data)).toEqual([deployed]);
});

test('an update leaves alone what it does not name', async () => {
  const renamed = { type: 'ApiKeyUpdated', data: { keyId: data.keyId, name: 'ship', updatedAt: '2026-01-06T09:00:00.000Z' } };
  await projection.feed(recorded(`apikey-${data.keyId}`, [apiKeySamples[0] as ApiKeyCreated, renamed]));
  expect(await listApiKeys(projection.db, data)).toMatchObject([{ name: 'ship', scopes: ['read', 'write'], account_ids: null }]);
});

test('keys of another project and of an older epoch are not listed', async () => {
  await projection.feed(facts);
  expect(await listApiKeys(projection.db, { ...data, epoch: 1 })).toEqual([]);
  expect(await listApiKeys(projection.db, { ...data, projectId: data.organizationId })).toEqual([]);
});

test('keys of the older epochs of a sandbox are forgotten with its reset', async () => {
  await projection.feed(facts);
  const reset = { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-08T09:00:00.000Z' } };
  await projection.feed(recorded(`project-${data.organizationId}`, [reset], 10n));
  expect(await listApiKeys(projection.db, data)).toEqual([deployed]);
  await projection.feed(recorded(`project-${data.projectId}`, [reset], 11n));
  expect(await listApiKeys(projection.db, data)).toEqual([]);
});

test('all working keys are listed with the 500 that were revoked last, and those of before cost nothing', async () => {
  await projection.feed(facts.slice(0, 1));
  await projection.db.raw(
    `insert into projection.api_keys_v9 (key_id, project_id, epoch, organization_id, user_id, name, prefix, scopes, maker_key_ids, is_expiring, created_at, revoked_at, revision)
     select gen_random_uuid(), :projectId, 0, :projectId, :projectId, 'old ' || n, 'pps_live_', '{read}', '{}', false, timestamptz '2026-01-01' + n * interval '1 s',
       case when n % 100 > 0 then timestamptz '2026-02-01' + n * interval '1 s' end, 1
     from generate_series(1, 10000) n`,
    { projectId: data.projectId },
  );
  await projection.db.raw('analyze');
  const listed = await listApiKeys(projection.db, data);
  const revoked = listed.filter((key) => key.revoked_at !== null).map((key) => key.name);
  expect([listed.length, revoked.length]).toEqual([601, 500]);
  expect([revoked[0], revoked.at(-1)]).toEqual(['old 9999', 'old 9495']);
  expect((await rowsRead(projection.db, () => listApiKeys(projection.db, data))).rows).toBeLessThan(700);
});

test('very many keys of an older epoch are removed a thousand at a time', async () => {
  await projection.feed(facts);
  await projection.db.raw(
    `insert into read.api_keys select (jsonb_populate_record(key, jsonb_build_object('key_id', gen_random_uuid()))).*
     from read.api_keys key, generate_series(1, 2500)`,
  );
  const left = async () => Number((await projection.db('read.api_keys').count())[0]?.count);
  const reset = { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-08T09:00:00.000Z' } };
  await projection.feed(recorded(`project-${data.projectId}`, [reset], 11n));
  expect(await left()).toBe(1_501);
  await projection.removeBehind();
  expect(await left()).toBe(0);
});

test('a key is announced within two weeks of its end, once, and ended after it; one that lives shorter is not announced', async () => {
  const { keyId } = data;
  const shortId = '8d0a6c1e-3f2b-5e4d-9c7a-000000000001';
  const [created, , expiring, ended] = apiKeySamples.slice(4) as [ApiKeyCreated, ...typeof apiKeySamples];
  const { expiresAt = '', createdAt } = created.data;
  const short = { ...created.data, keyId: shortId, createdAt: '2026-03-22T09:00:00.000Z' };
  await projection.feed(recorded(`apikey-${keyId}`, [created]));
  await projection.feed(recorded(`apikey-${shortId}`, [{ type: 'ApiKeyCreated', data: short }], 5n));
  const found = async (find: typeof endedKeys, at: string) => (await find(projection.db, new Date(at), null, 9)).map((key) => key.keyId);
  expect(await found(keysToAnnounce, '2026-03-22T08:59:59Z')).toEqual([]);
  expect(await found(keysToAnnounce, '2026-03-22T09:00:00Z')).toEqual([keyId]);
  expect(await found(endedKeys, '2026-04-05T08:59:59Z')).toEqual([]);
  expect(await found(endedKeys, expiresAt)).toEqual([shortId, keyId].sort());
  expect(await countApiKeys(projection.db, data, new Date(createdAt))).toBe(2);
  expect(await countApiKeys(projection.db, data, new Date(expiresAt))).toBe(0);
  const last = { keyId: [shortId, keyId].sort()[0] ?? '', expiresAt: new Date(expiresAt) };
  expect(await endedKeys(projection.db, new Date(expiresAt), last, 9)).toMatchObject([{ keyId: [shortId, keyId].sort()[1] }]);
  await projection.feed(recorded(`apikey-${keyId}`, [created, expiring as never]));
  expect(await found(keysToAnnounce, '2026-03-22T09:00:00Z')).toEqual([]);
  await projection.feed(recorded(`apikey-${keyId}`, [created, expiring as never, ended as never]));
  expect(await found(endedKeys, expiresAt)).toEqual([shortId]);
});

test('every column says what it holds', async () => {
  const { rows } = await projection.db.raw(
    `select column_name from information_schema.columns
     where table_schema = 'projection' and table_name = 'api_keys_v9'
       and col_description('projection.api_keys_v9'::regclass, ordinal_position) is null`,
  );
  expect(rows).toEqual([]);
});
