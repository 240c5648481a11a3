import type { RecordedFact } from '@pps/event-store';
import type { WebhookCreated } from '@pps/webhooks/events';
import { webhookSamples } from '@pps/webhooks/testing';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { webhooksProjection } from './webhooks.projection';
import { listWebhooks } from './webhooks.query';

const { data } = webhookSamples[0] as WebhookCreated;
const stream = `webhook-${data.webhookId}`;
const facts = recorded(stream, webhookSamples, 10n);
const listed = (projection: FedProjection, epoch = 0) => listWebhooks(projection.db, data.projectId, epoch);

let projection: FedProjection;

beforeEach(async () => (projection = await fedProjection(webhooksProjection)));
afterEach(() => projection.stop());

test('a webhook is listed as its facts say, also when they are given twice', async () => {
  const disabled = {
    webhookId: data.webhookId,
    projectId: data.projectId,
    url: 'https://example.com/new',
    events: ['*'],
    accountIds: null,
    headerNames: [],
    publicKey: null,
    makerKeyIds: [],
    disabledReason: 'gone',
    failingSince: null,
    dropped: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T12:00:00.000Z',
  };
  await projection.feed(facts.slice(0, 4));
  expect(await listed(projection)).toEqual([disabled]);
  await projection.feed(facts.slice(0, 4));
  await projection.feed(facts.slice(0, 2));
  expect(await listed(projection)).toEqual([disabled]);
});

test('it was last changed no earlier than before, also by a change that began before the one that was recorded first', async () => {
  const [created, updated, rotated] = facts as [RecordedFact, RecordedFact, RecordedFact];
  await projection.feed([created, { ...rotated, revision: 1 }, { ...updated, revision: 2 }]);
  expect(await listed(projection)).toMatchObject([{ url: 'https://example.com/new', updatedAt: '2026-01-05T11:00:00.000Z' }]);
});

test('it is gone with its deletion, or with the reset of its sandbox', async () => {
  await projection.feed(facts.slice(0, facts.findIndex(({ type }) => type === 'WebhookDeleted') + 1));
  expect(await listed(projection)).toEqual([]);
  await projection.feed(facts.slice(0, 1));
  expect(await listed(projection, 1)).toEqual([]);
  const reset = { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' } };
  await projection.feed(recorded(`project-${data.projectId}`, [reset], 20n));
  expect(await projection.db('read.webhook').select('webhook_id')).toEqual([]);
});

test('very many of an older epoch are removed a thousand at a time', async () => {
  await projection.feed(facts.slice(0, 1));
  await projection.db.raw(
    `insert into read.webhook select (jsonb_populate_record(webhook, jsonb_build_object('webhook_id', gen_random_uuid()))).*
     from read.webhook webhook, generate_series(1, 2500)`,
  );
  const left = async () => Number((await projection.db('read.webhook').count())[0]?.count);
  const reset = { type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-01-06T09:00:00.000Z' } };
  await projection.feed(recorded(`project-${data.projectId}`, [reset], 20n));
  expect(await left()).toBe(1_501);
  await projection.removeBehind();
  expect(await left()).toBe(0);
});

test('every column says what it holds', async () => {
  const { rows } = await projection.db.raw(
    `select column_name from information_schema.columns
     where table_schema = 'projection' and col_description((table_schema || '.' || table_name)::regclass, ordinal_position) is null`,
  );
  expect(rows).toEqual([]);
});
