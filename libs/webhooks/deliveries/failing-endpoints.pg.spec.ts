import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { requireWebhook, webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookCreated, WebhookFact } from '../subscriptions/webhook.events';
import { webhookSamples } from '../testing';
import { webhooksMigrations } from '../webhooks.migrations';
import { deleteFailures, type FailuresEnd } from './endpoint-failures.store';
import { updateEndpointHealth } from './endpoint-health';
import { judgeFailingEndpoints } from './failing-endpoints.dispatcher';

const begin = Date.parse('2026-02-05T09:00:00.000Z');
const hour = 3_600_000;
const { data } = webhookSamples[0] as WebhookCreated;

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());
beforeEach(() => db('webhooks.failure').delete());

const store = openInMemoryEventStore();
const streams = new Streams(store);
const { projectId, epoch } = data;

async function newWebhook() {
  const webhookId = newId();
  const say = (...facts: WebhookFact[]) => streams.decide(webhookStream, webhookId, { ...someone, projectId, epoch }, () => facts);
  await say({ type: 'WebhookCreated', data: { ...data, webhookId } });
  const attempt = async (hours: number, answer: 'failed' | 'succeeded' | 'gone' = 'failed') => {
    const { state } = await streams.load(webhookStream, webhookId);
    const at = new Date(begin + hours * hour);
    const outcome = { succeeded: answer === 'succeeded', gone: answer === 'gone', at };
    const endFailures = (end: FailuresEnd) => deleteFailures(db, [end]);
    await updateEndpointHealth({ db, streams, endFailures }, requireWebhook(state, { projectId, epoch }), outcome, {
      ...someone,
      occurredAt: at.toISOString(),
    });
  };
  const said = async () => (await store.read(`webhook-${webhookId}`)).slice(1).map((fact) => fact.type);
  return { webhookId, say, attempt, said };
}

const judge = (hours: number, on = streams) =>
  judgeFailingEndpoints({ db, streams: on, clock: () => new Date(begin + hours * hour), log: () => undefined });

test('a day of failure is reported once, without an attempt at that moment, and the success after it too', async () => {
  const { attempt, said } = await newWebhook();
  await attempt(0);
  await attempt(1);
  await judge(23.9);
  expect(await said()).toEqual([]);
  await judge(24);
  await judge(24.1);
  await attempt(31);
  expect(await said()).toEqual(['WebhookFailing']);
  await attempt(32, 'succeeded');
  await attempt(33, 'succeeded');
  expect(await said()).toEqual(['WebhookFailing', 'WebhookRecovered']);
  await attempt(40);
  await judge(63.9);
  expect(await said()).toHaveLength(2);
  await judge(64);
  expect((await said()).slice(2)).toEqual(['WebhookFailing']);
});

test('a success in between begins the day anew', async () => {
  const { attempt, said } = await newWebhook();
  await attempt(0);
  await attempt(23, 'succeeded');
  await attempt(24);
  await judge(47);
  expect(await said()).toEqual([]);
});

test('five days of at least ten failures disable, and after it is enabled all begins anew', async () => {
  const { say, attempt, said } = await newWebhook();
  for (let n = 0; n < 9; n++) await attempt(n);
  await judge(24);
  await judge(121);
  expect(await said()).toEqual(['WebhookFailing']);
  await attempt(119);
  await judge(119.9);
  expect(await said()).toHaveLength(1);
  await judge(120);
  await judge(121);
  expect(await said()).toEqual(['WebhookFailing', 'WebhookDisabled']);
  expect(await db('webhooks.failure').select('webhook_id')).toEqual([]);
  await say({ type: 'WebhookEnabled', data: { at: new Date(begin + 130 * hour).toISOString() } });
  await attempt(131);
  await judge(155);
  expect((await said()).slice(3)).toEqual(['WebhookFailing']);
});

test('one that is gone is disabled at once and not reported, and a deleted one leaves nothing behind', async () => {
  const gone = await newWebhook();
  await gone.attempt(0, 'gone');
  const deleted = await newWebhook();
  await deleted.attempt(0);
  await deleted.say({ type: 'WebhookDeleted', data: { at: new Date(begin).toISOString() } });
  await judge(25);
  expect([await gone.said(), await deleted.said()]).toEqual([['WebhookDisabled'], ['WebhookDeleted']]);
  expect(await db('webhooks.failure').select('webhook_id')).toEqual([]);
});

test('one that cannot be judged does not keep the others', async () => {
  const [broken, sound] = [await newWebhook(), await newWebhook()];
  await broken.attempt(0);
  await sound.attempt(1);
  const dying = Object.create(streams, {
    load: {
      value: (type: never, id: string) => (id === broken.webhookId ? Promise.reject(new Error('broken')) : streams.load(type, id)),
    },
  }) as Streams;
  await judge(30, dying);
  expect([await broken.said(), await sound.said()]).toEqual([[], ['WebhookFailing']]);
});

test('a success that is written late ends no newer count', async () => {
  const [{ attempt }, other] = [await newWebhook(), await newWebhook()];
  await attempt(2);
  await other.attempt(0);
  await attempt(1, 'succeeded');
  await other.attempt(1, 'succeeded');
  expect(await db('webhooks.failure').select('last_at')).toEqual([{ last_at: new Date(begin + 2 * hour) }]);
});
