import { Streams, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { dropOldHeld } from '../deliveries/drop-held.dispatcher';
import { dropHeld, type ActiveWebhook } from '../subscriptions/webhook.stream';
import { webhookStream, type WebhookCreated, type WebhookFact } from '../events';
import { deliverySamples, outboxSamples, replaySamples, webhookSamples } from '../testing';
import { newId } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { webhookDeliveriesProjection } from './webhook_deliveries.projection';
import { findReplay } from './webhook_replays.query';
import { attemptsOf, findDelivery, listDeliveries } from './webhook_deliveries.query';

const { data: webhook } = webhookSamples[0] as WebhookCreated;
const [requested] = outboxSamples;
const { deliveryId, webhookId } = requested!.data;
const of = (stream: string, facts: Parameters<typeof recorded>[1], position: bigint): RecordedFact[] =>
  recorded(stream, facts, position).map((fact) => ({ ...fact, metadata: { ...fact.metadata, projectId: webhook.projectId, epoch: 0 } }));

const created = of(`webhook-${webhookId}`, webhookSamples.slice(0, 1), 0n);
const request = of(`webhook_outbox-${webhookId}`, outboxSamples, 10n);
const outcomes = of(`webhook_delivery-${deliveryId}`, deliverySamples.slice(1, -1), 20n);
const delivery = () => findDelivery(projection.db, webhookId, deliveryId, null);

let projection: FedProjection;

beforeEach(async () => (projection = await fedProjection(webhookDeliveriesProjection)));
afterEach(() => projection.stop());

test('a delivery is what its facts say, also when they are given twice', async () => {
  await projection.feed([...created, ...request]);
  expect(await delivery()).toMatchObject({ sequence: 1, status: 'pending', attemptCount: 0, nextAttemptAt: '2026-01-05T09:00:00.000Z' });
  await projection.feed(outcomes.slice(0, 1));
  const waiting = { status: 'pending', attemptCount: 1, lastStatusCode: 500, nextAttemptAt: '2026-01-05T09:30:05.000Z' };
  expect(await delivery()).toMatchObject(waiting);
  await projection.feed(outcomes.slice(1, 4));
  const exhausted = {
    status: 'exhausted',
    attemptCount: 2,
    lastStatusCode: null,
    lastError: 'The URL cannot be reached',
    nextAttemptAt: null,
  };
  expect(await delivery()).toMatchObject(exhausted);
  await projection.feed(outcomes);
  const delivered = await delivery();
  expect(delivered).toMatchObject({ status: 'delivered', attemptCount: 3, lastStatusCode: 204, lastError: null });
  const attempts = await attemptsOf(projection.db, deliveryId);
  expect(attempts.map(({ n, trigger }) => [n, trigger])).toEqual([
    [1, 'auto'],
    [2, 'manual'],
    [3, 'replay'],
  ]);
  await projection.feed([...created, ...request, ...outcomes]);
  await projection.feed(outcomes.slice(0, 2));
  expect(await delivery()).toEqual(delivered);
  expect(await attemptsOf(projection.db, deliveryId)).toEqual(attempts);
});

test('the day of a webhook counts each fact of its deliveries once, and stays when it is deleted', async () => {
  const days = () => projection.db('analytics.webhook_days').select('*');
  await projection.feed([...created, ...request, ...outcomes.slice(0, 1)]);
  await projection.feed([...request, ...outcomes.slice(0, 4)]);
  const counted = await days();
  expect(counted).toMatchObject([
    {
      ...{
        webhook_id: webhookId,
        project_id: webhook.projectId,
        begin_at: new Date('2026-01-05T00:00:00.000Z'),
        events_requested: String(request.length),
      },
      ...{ attempts: '2', attempts_unanswered: '1', attempts_refused: '1', delivered: '0', exhausted: '1' },
      ...{ event_id: outcomes[3]?.id, position: outcomes[3]?.position.toString() },
    },
  ]);
  await projection.feed([...created, ...request, ...outcomes.slice(0, 4)]);
  expect(await days()).toEqual(counted);
  await projection.feed(outcomes);
  const [last] = await days();
  expect(last).toMatchObject({ attempts: '3', delivered: '1', slowest_ms: Math.max(...durations) });
  expect(last?.attempts_ms).toBe(String(durations.reduce((sum, ms) => sum + ms, 0)));
  await projection.feed(of(`webhook-${webhookId}`, [{ type: 'WebhookDeleted', data: { at: '2026-01-05T14:00:00.000Z' } }], 40n));
  expect(await days()).toEqual([last]);
  await projection.feed(of(`project-${webhook.projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '' } }], 41n));
  expect(await days()).toEqual([]);
});

const durations = deliverySamples.flatMap((fact) => (fact.type === 'WebhookDeliveryAttempted' ? [fact.data.durationMs] : []));

test('texts that PostgreSQL refuses are taken in, as facts of older releases have them', async () => {
  const data = { error_message: `no\0${'😀'.slice(0, 1)}`, ['\0key']: 1 };
  const broken = request.map((fact) => ({ ...fact, data: { ...(fact.data as object), data } }));
  const failed = outcomes.slice(0, 1).map((fact) => ({ ...fact, data: { ...(fact.data as object), error: 'a\0b\udc00' } }));
  await projection.feed([...created, ...broken, ...failed]);
  expect(await delivery()).toMatchObject({ lastError: 'a\ufffdb\ufffd', data: { error_message: 'no\ufffd\ufffd', '\ufffdkey': 1 } });
});

test('a replay runs until it is complete or canceled, also when its facts are given twice', async () => {
  const [requested, , ...later] = replaySamples;
  const replay = of(`webhook_replay-${webhookId}`, [requested!, ...later], 50n);
  const { replayId } = replaySamples[0]!.data;
  const shown = () => findReplay(projection.db, webhookId, replayId);
  await projection.feed([...created, ...replay.slice(0, 1)]);
  expect(await shown()).toMatchObject({ status: 'running', events: 300, replayed: 0, endedAt: null });
  await projection.feed(replay.slice(0, 2));
  expect(await shown()).toMatchObject({ status: 'running', replayed: 100, since: '2026-01-05T00:00:00.000Z' });
  await projection.feed(replay.slice(0, 3));
  await projection.feed(replay.slice(0, 2));
  expect(await shown()).toMatchObject({ status: 'completed', replayed: 300, endedAt: '2026-01-05T15:00:02.000Z' });
  const other = newId();
  const canceled = [replaySamples[0]!, replaySamples[4]!].map((fact) => ({ ...fact, data: { ...fact.data, replayId: other } }));
  await projection.feed(of(`webhook_replay-${webhookId}`, canceled, 60n));
  expect(await findReplay(projection.db, webhookId, other)).toMatchObject({ status: 'canceled', replayed: 0 });
  expect(await shown()).toMatchObject({ status: 'completed' });
  expect(await findReplay(projection.db, newId(), other)).toBeNull();
});

test('a test stands outside the sequence', async () => {
  await projection.feed([...created, ...of(`webhook_delivery-${deliveryId}`, deliverySamples.slice(0, 1), 10n)]);
  expect(await delivery()).toMatchObject({ sequence: 0, event: 'webhook.test', status: 'pending' });
});

test('what waits is held while the webhook is disabled', async () => {
  const switched = of(`webhook-${webhookId}`, webhookSamples.slice(3, 5), 30n);
  await projection.feed([...created, ...request, ...switched.slice(0, 1)]);
  expect((await delivery())?.status).toBe('held');
  await projection.feed(switched);
  await projection.feed(switched.slice(0, 1));
  expect((await delivery())?.status).toBe('pending');
});

test.each([
  ['the webhook is deleted', of(`webhook-${webhookId}`, [{ type: 'WebhookDeleted', data: { at: '2026-01-05T14:00:00.000Z' } }], 40n)],
  ['the sandbox is reset', of(`project-${webhook.projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '' } }], 40n)],
])('nothing is left, and nothing comes back, when %s', async (_, end) => {
  await projection.feed([
    ...created,
    ...request,
    ...outcomes,
    ...of(`webhook_replay-${webhookId}`, replaySamples.slice(0, 1), 30n),
    ...end,
  ]);
  await projection.feed([...request, ...outcomes].map((fact) => ({ ...fact, position: fact.position + 40n })));
  for (const view of ['webhook_delivery', 'webhook_delivery_attempt', 'webhook_replay']) {
    expect(await projection.db(`read.${view}`).select('*')).toEqual([]);
  }
});

test.each([
  ['the webhook is deleted', of(`webhook-${webhookId}`, [{ type: 'WebhookDeleted', data: { at: '2026-01-05T14:00:00.000Z' } }], 40n)],
  ['the sandbox is reset', of(`project-${webhook.projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '' } }], 40n)],
])('of 10,000 deliveries none is shown, and a thousand at a time are removed, when %s', async (_, end) => {
  await projection.feed([...created, ...request, ...outcomes]);
  const { db } = projection;
  await db.raw(
    `with more as (select gen_random_uuid() as id, n from generate_series(1, 10000) n), deliveries as (
       insert into read.webhook_delivery
       select (jsonb_populate_record(delivery, jsonb_build_object('id', more.id, 'requested_position', 100 + n, 'status', 'pending'))).*
       from read.webhook_delivery delivery, more where delivery.id = ? returning id)
     insert into read.webhook_delivery_attempt select id, 1, now(), 1, 500, null, 'auto' from deliveries`,
    [deliveryId],
  );
  const rows = async (view: string) => Number((await db(`read.${view}`).count())[0]?.count);
  const before = await rows('webhook_delivery');
  expect(before).toBeGreaterThan(10_000);
  expect(await listDeliveries(db, webhookId, { limit: 100, before: null }, null)).toHaveLength(100);
  await projection.feed(end);
  expect([await listDeliveries(db, webhookId, { limit: 100, before: null }, null), await delivery()]).toEqual([[], null]);
  expect(await rows('webhook_delivery')).toBe(before - 1_000);
  await projection.feed(end);
  expect(await rows('webhook_delivery')).toBe(before - 2_000);
  await projection.feed(outcomes.map((fact) => ({ ...fact, position: fact.position + 60n })));
  await projection.removeBehind();
  expect([await rows('webhook_delivery'), await rows('webhook_delivery_attempt')]).toEqual([0, 0]);
});

test('what ended leaves after 90 days with its attempts, what waits stays until a fact drops it', async () => {
  await projection.feed([...created, ...request, ...outcomes.slice(0, 1)]);
  const [waiting, other] = [deliveryId, outboxSamples[1]!.data.deliveryId];
  await projection.feed(of(`webhook_delivery-${other}`, [{ type: 'WebhookDelivered', data: { at: '' } }], 30n));
  const ids = async (view: string, column: string) => (await projection.db(`read.${view}`).pluck(column)) as string[];
  const later = (days: number, position: bigint) =>
    of(`webhook-${webhookId}`, [{ type: 'WebhookDisabled', data: { reason: 'gone', at: '' } }], position).map((fact) => ({
      ...fact,
      recordedAt: new Date(Date.parse('2026-01-05T09:00:00.000Z') + days * 86_400_000),
    }));
  await projection.feed(later(89, 40n));
  expect((await ids('webhook_delivery', 'id')).sort()).toEqual([waiting, other].sort());
  await projection.feed(later(91, 41n));
  expect(await ids('webhook_delivery', 'id')).toEqual([waiting]);
  expect(await ids('webhook_delivery_attempt', 'delivery_id')).toEqual([waiting]);
  const streams = new Streams(openInMemoryEventStore());
  const say = (...facts: WebhookFact[]) => streams.decide(webhookStream, webhookId, someone, () => facts);
  await say(webhookSamples[0]!, { type: 'WebhookDisabled', data: { reason: 'gone', at: '' } });
  const drop = (days: number) => {
    const at = new Date(Date.parse('2026-01-05T09:30:05.000Z') + days * 86_400_000);
    return dropOldHeld({ db: projection.db, streams, clock: () => at, log: () => undefined });
  };
  await drop(89.9);
  await drop(90.1);
  await drop(90.2);
  const { state } = await streams.load(webhookStream, webhookId);
  expect(state).toMatchObject({ dropped: { count: 1, lastSequence: 1 } });
  const fact = dropHeld(
    { count: 1, firstSequence: 1, lastSequence: 1, lastDeliveryId: waiting, requestedBefore: '2026-01-06T00:00:00.000Z', at: '' },
    { ...(state as ActiveWebhook), dropped: null },
  );
  await projection.feed(of(`webhook-${webhookId}`, fact, 50n));
  await projection.feed(of(`webhook-${webhookId}`, fact, 50n));
  expect([await ids('webhook_delivery', 'id'), await ids('webhook_delivery_attempt', 'delivery_id')]).toEqual([[], []]);
});

test('pages run from the newest to the oldest', async () => {
  const more = [1, 2, 3].map((n) => ({ ...requested!, data: { ...requested!.data, deliveryId: `${deliveryId.slice(0, -1)}${n}` } }));
  await projection.feed([...created, ...of(`webhook_outbox-${webhookId}`, more, 10n)]);
  const [newest, second] = await listDeliveries(projection.db, webhookId, { limit: 2, before: null }, null);
  const rest = await listDeliveries(projection.db, webhookId, { limit: 2, before: second!.position }, null);
  expect([newest, second, ...rest].map((row) => row?.sequence)).toEqual([3, 2, 1]);
});

test('every column says what it holds', async () => {
  const { rows } = await projection.db.raw(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'projection' and col_description((table_schema || '.' || table_name)::regclass, ordinal_position) is null`,
  );
  expect(rows).toEqual([]);
});
