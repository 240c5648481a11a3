import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  addWebhook,
  DeleteWebhook,
  deleteWebhook,
  RedeliverEvent,
  redeliverEvent,
  RequestReplay,
  requestReplay,
  SendTest,
  sendTest,
  updateWebhook,
  type WebhookEdit,
} from '@pps/webhooks';
import { deliveryStream, webhookStream } from '@pps/webhooks/events';
import { attemptsOf, listDeliveries } from '@pps/webhooks';
import { verifyWebhook } from '@pps/webhook-receiver';
import { failed, appendPinFacts, published, started } from './pin-facts';
import { startReceiver, status, type Reply } from './receiver';
import { verifiedByPython } from './verified-by-python';
import { startWebhookHost, until, type TestProject, type WebhookHost } from './webhook-host';

describe('delivery of webhooks', () => {
  let host: WebhookHost;
  let project: TestProject;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => void (host = await startWebhookHost()));
  afterAll(() => host.stop());
  beforeEach(async () => {
    project = await host.newProject();
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  const subscribe = async (events: string[] = ['*'], secret: string | null = null) => {
    const { organizationId, owner, origin } = project;
    const limits = { isEnabled: true, accountIds: null, headers: null, hasKeyPair: false, makerKeyIds: [] };
    const wanted = { organizationId, url: receiver.url, secret, events, ...limits };
    const { webhook, newSecret } = await addWebhook(host, wanted, owner, origin);
    return { id: webhook.webhookId, secret: newSecret ?? secret ?? '' };
  };
  const edit = (id: string, changes: WebhookEdit) => updateWebhook(host, id, changes, project.owner, origin());
  const origin = () => ({ ...project.origin, occurredAt: host.now().toISOString() });
  const arrived = (count: number) => until(`${count} requests`, () => receiver.received.length >= count);
  const sequences = () => receiver.received.map(({ json }) => json.sequence).sort((a, b) => a - b);
  const rows = (id: string) => listDeliveries(host.db, id, { limit: 50, before: null }, null);
  const settled = (id: string, wanted: string, count = 1) =>
    until(`${count} ${wanted}`, async () => (await rows(id)).filter((row) => row.status === wanted).length === count);

  it('sends every step of a pin, numbered without a gap and signed so that the standard library agrees', async () => {
    const { id, secret } = await subscribe();
    const pinId = await appendPinFacts(host, project, started, published);
    await settled(id, 'delivered', 3);
    expect(sequences()).toEqual([1, 2, 3]);
    const last = receiver.received.find(({ json }) => json.sequence === 3)!;
    expect(new Webhook(secret).verify(last.body, last.headers as Record<string, string>)).toEqual(last.json);
    expect(verifyWebhook(last.body, last.headers, secret)).toEqual(last.json);
    expect(await verifiedByPython(last, secret)).toEqual(last.json);
    expect(last.headers).toMatchObject({
      'webhook-id': last.json.id,
      'x-service-event': 'pin.published',
      'content-type': 'application/json',
    });
    expect(last.headers['x-service-signature']).toBe(createHmac('sha256', secret).update(last.body).digest('hex'));
    expect(last.json).toMatchObject({ type: 'pin.published', event: 'pin.published', workspace_id: project.projectId });
    expect(last.json.data).toEqual({
      pin_id: pinId,
      status: 'published',
      account_id: '0197a000-0000-7000-8000-00000000000a',
      board_id: '123',
      title: 'A pin',
      platform_pin_id: '987',
      platform_url: 'https://example.com/pin/987',
      error_code: null,
      error_message: null,
      schedule_id: null,
      import_job_id: null,
      published_at: '2026-01-05T09:00:00.000Z',
      failed_at: null,
    });
    const [row] = await rows(id);
    expect(row).toMatchObject({ id: last.headers['x-service-delivery-id'], lastStatusCode: 204, nextAttemptAt: null });
  });

  it('sends only what was subscribed to, from the subscription on', async () => {
    await appendPinFacts(host, project, failed);
    await subscribe(['pin.failed']);
    await appendPinFacts(host, project, started, failed);
    await arrived(1);
    expect(receiver.received.map(({ json }) => [json.sequence, json.type])).toEqual([[1, 'pin.failed']]);
  });

  it('tries again after a failure, keeping id and sequence, and not before its time', async () => {
    const { id } = await subscribe(['pin.queued']);
    receiver.next(status(500, {}, 'broken'));
    await appendPinFacts(host, project);
    await settled(id, 'pending');
    await until('the first attempt', async () => (await rows(id))[0]?.attemptCount === 1);
    const [waiting] = await rows(id);
    expect(Date.parse(waiting!.nextAttemptAt!) - Date.parse(waiting!.updatedAt)).toBeGreaterThan(3_000);
    expect(receiver.received).toHaveLength(1);
    host.advance(6_000);
    await settled(id, 'delivered');
    const [first, second] = receiver.received;
    expect(second!.json).toEqual(first!.json);
    expect((await attemptsOf(host.db, waiting!.id)).map(({ n, statusCode }) => [n, statusCode])).toEqual([
      [1, 500],
      [2, 204],
    ]);
  });

  it('does not follow a redirect, does not wait for the slow, and takes the beginning of a huge answer', async () => {
    const { id } = await subscribe(['pin.queued']);
    let isHanging = true;
    const slowThenHuge: Reply = (response) => void (isHanging || response.writeHead(200).end(Buffer.alloc(50_000_000, 'x')));
    receiver.next(status(302, { location: receiver.url }), slowThenHuge, slowThenHuge);
    await appendPinFacts(host, project);
    await until('the redirect', async () => (await rows(id))[0]?.lastStatusCode === 302);
    expect(receiver.received).toHaveLength(1);
    host.timeOutAfter(500);
    host.advance(7_000);
    await until('the time-out', async () => (await rows(id))[0]?.lastError === 'The endpoint did not answer in time');
    isHanging = false;
    host.timeOutAfter();
    host.advance(80_000);
    await settled(id, 'delivered');
    const stored = (await host
      .db('webhooks.attempt_response')
      .where({ delivery_id: (await rows(id))[0]!.id })
      .first('body')) as {
      body: string;
    };
    expect(stored.body).toHaveLength(16_384);
  });

  it('disables a webhook whose endpoint is gone, counts on, and releases what was held', async () => {
    const { id } = await subscribe(['pin.queued']);
    receiver.next(status(410));
    await appendPinFacts(host, project);
    await settled(id, 'held');
    expect((await host.live.get(webhookStream, id)).state).toMatchObject({ disabledReason: 'gone' });
    await appendPinFacts(host, project);
    await settled(id, 'held', 2);
    expect(receiver.received).toHaveLength(1);
    await edit(id, { isEnabled: true });
    host.advance(7_000);
    await settled(id, 'delivered', 2);
    expect(sequences()).toEqual([1, 1, 2]);
  });

  it('disables a webhook that has done nothing but fail for five days', async () => {
    const { id } = await subscribe(['pin.queued']);
    receiver.next(status(500), status(500));
    await appendPinFacts(host, project);
    await until('the first attempt', async () => (await rows(id))[0]?.attemptCount === 1);
    const failures = host.db('webhooks.failure').where({ webhook_id: id });
    await until('the first failure to be counted', async () => (await failures.clone().select('attempts')).length === 1);
    await failures.clone().update({ attempts: 9 });
    host.advance(5 * 86_400_000);
    await settled(id, 'held');
    expect((await host.live.get(webhookStream, id)).state).toMatchObject({ disabledReason: 'failing' });
    await edit(id, { isEnabled: true });
    host.advance(120_000);
    await settled(id, 'delivered');
    expect(await failures.clone().select('attempts')).toEqual([]);
  });

  it('calls an endpoint at most twice at the same time, and every other one beside it', async () => {
    const slow = await subscribe(['pin.queued']);
    let [open, most] = [0, 0];
    let held: (() => void)[] | null = [];
    const slowly: Reply = (response) => {
      most = Math.max(most, ++open);
      const answer = () => void (open--, response.writeHead(204).end());
      if (held) held.push(answer);
      else answer();
    };
    receiver.next(...Array.from({ length: 8 }, () => slowly));
    const other = await startReceiver();
    const { organizationId, owner } = project;
    const quick = {
      organizationId,
      url: other.url,
      secret: null,
      events: ['pin.queued'],
      isEnabled: true,
      accountIds: null,
      headers: null,
      hasKeyPair: false,
      makerKeyIds: [],
    };
    await addWebhook(host, quick, owner, origin());
    await Promise.all(Array.from({ length: 8 }, () => appendPinFacts(host, project)));
    await until('the quick endpoint to have all, and the slow one two', () => other.received.length === 8 && open >= 2);
    const answers = held;
    held = null;
    for (const answer of answers) answer();
    await settled(slow.id, 'delivered', 8);
    await other.stop();
    expect(most).toBe(2);
  });

  it('sends nothing after a deletion was answered', async () => {
    const { id } = await subscribe(['pin.queued']);
    receiver.next(status(500));
    await appendPinFacts(host, project);
    await until('the first attempt', async () => (await rows(id))[0]?.attemptCount === 1);
    await deleteWebhook(host, new DeleteWebhook(id, project.owner, origin()));
    host.advance(3_600_000);
    const other = await subscribe(['pin.queued']);
    await appendPinFacts(host, project);
    await settled(other.id, 'delivered');
    expect(receiver.received.map(({ json }) => json.id)).toHaveLength(2);
  });

  it('sends a test outside the sequence, and a delivery again on demand', async () => {
    const { id } = await subscribe(['pin.queued']);
    await sendTest(host, new SendTest(id, project.owner, origin()));
    await appendPinFacts(host, project);
    await settled(id, 'delivered', 2);
    expect(receiver.received.map(({ json }) => [json.type, json.sequence]).sort()).toEqual([
      ['pin.queued', 1],
      ['webhook.test', 0],
    ]);
    const [delivery] = await rows(id);
    await redeliverEvent(host, new RedeliverEvent(id, delivery!.id, project.owner, origin()));
    await arrived(3);
    expect(receiver.received[2]!.json.id).toBe(delivery!.eventId);
    await until('two attempts', async () => (await host.live.get(deliveryStream, delivery!.id)).state.attempts === 2);
    host.advance(600_000);
    const since = new Date(host.now().getTime() - 1_200_000);
    const replayed = await requestReplay(host, new RequestReplay(id, since, host.now(), project.owner, origin()));
    expect(replayed.count).toBe(1);
    await arrived(4);
    expect(receiver.received[3]!.json).toEqual(receiver.received[2]!.json);
  });

  it('gives the same outbox when the process takes everything in again', async () => {
    const { id } = await subscribe();
    await appendPinFacts(host, project, started, failed);
    await arrived(3);
    // The keys of words are made anew at each reading.
    const outbox = async () => (await host.store.read(`webhook_outbox-${id}`)).map((fact) => ({ ...fact, wordKeys: null }));
    const before = await outbox();
    const again = host.outbox();
    const facts = [];
    for await (const fact of host.store.subscribe(null, new AbortController().signal)) {
      if (fact.metadata.projectId === project.projectId && again.handles.includes(fact.type)) facts.push(fact);
      if (fact.position >= before.at(-1)!.position) break;
    }
    expect(facts.length).toBeGreaterThan(3);
    await host.db('webhooks.subscription').where({ webhook_id: id }).delete();
    await again.react(facts, null);
    expect(await outbox()).toEqual(before);
  });
});
