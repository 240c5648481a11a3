import { apiKeySamples } from '@pps/identity/testing';
import type { ApiKeyCreated } from '@pps/identity/events';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { apiKeysProjection } from './api_keys.projection';
import { listApiKeys } from './api_keys.query';

const { data } = apiKeySamples[0] as ApiKeyCreated;
const facts = recorded(`apikey-${data.keyId}`, apiKeySamples);
const deployed = {
  key_id: data.keyId,
  project_id: data.projectId,
  name: 'deploy',
  prefix: 'pps_live_a1B2',
  scopes: ['read'],
  account_ids: ['8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60'],
  created_at: new Date('2026-01-05T09:00:00.000Z'),
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

test('every column says what it holds', async () => {
  const { rows } = await projection.db.raw(
    `select column_name from information_schema.columns
     where table_schema = 'projection' and table_name = 'api_keys_v2'
       and col_description('projection.api_keys_v2'::regclass, ordinal_position) is null`,
  );
  expect(rows).toEqual([]);
});
