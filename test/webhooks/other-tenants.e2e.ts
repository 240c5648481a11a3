import { newId } from '@pps/kernel';
import { addWebhook, DeleteWebhook, deleteWebhook, eventCatalogue } from '@pps/webhooks';
import { outboxStream, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import { appendPinFacts } from './pin-facts';
import { startReceiver, type Reply } from './receiver';
import { startWebhookHost, until, type TestProject, type WebhookHost } from './webhook-host';

describe('one tenant’s endpoint beside those of others', () => {
  let host: WebhookHost;
  let others: Awaited<ReturnType<typeof startReceiver>>;
  let honest: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => void (host = await startWebhookHost({ hasRunningClock: true })));
  afterAll(() => host.stop());
  beforeEach(async () => void ([others, honest] = [await startReceiver(), await startReceiver()]));
  afterEach(() => Promise.all([others.stop(), honest.stop()]));

  async function subscribed(url: string): Promise<TestProject & { readonly webhookId: string }> {
    const project = await host.newProject();
    const { organizationId, owner, origin } = project;
    const webhook = {
      organizationId,
      url,
      secret: null,
      events: ['pin.queued'],
      isEnabled: true,
      accountIds: null,
      headers: null,
      hasKeyPair: false,
      makerKeyIds: [],
    };
    const created = await addWebhook(host, webhook, owner, origin);
    return { ...project, webhookId: created.webhook.webhookId };
  }

  /** Events as the outbox requests them. */
  async function request({ webhookId, origin }: Awaited<ReturnType<typeof subscribed>>, count: number): Promise<void> {
    const facts = Array.from({ length: count }, (): WebhookDeliveryRequested => {
      const ids = { webhookId, deliveryId: newId(), eventId: `evt_${newId()}` };
      const { example } = eventCatalogue.find(({ event }) => event === 'pin.queued')!;
      const { data } = example as { data: WebhookDeliveryRequested['data']['data'] };
      return {
        type: 'WebhookDeliveryRequested',
        data: { ...ids, event: 'pin.queued', occurredAt: origin.occurredAt, data, causePosition: '1' },
      };
    });
    await host.streams.decide(outboxStream, webhookId, origin, () => facts);
  }

  it('is called while those of 64 others hang', async () => {
    let ended = 0;
    const hang: Reply = (response) => void response.once('close', () => ended++);
    others.next(...Array.from({ length: 1_000 }, () => hang));
    const projects = await Promise.all(Array.from({ length: 64 }, () => subscribed(others.url)));
    for (let pin = 0; pin < 3; pin++) await Promise.all(projects.map((project) => appendPinFacts(host, project)));
    await until('64 calls that hang', () => others.received.length >= 64);
    await appendPinFacts(host, await subscribed(honest.url));
    await until('the event of the 65th', () => honest.received.length === 1);
    expect(ended).toBe(0);
    // What is tried again for them would be in the way of the next test.
    await Promise.all(projects.map(({ webhookId, owner, origin }) => deleteWebhook(host, new DeleteWebhook(webhookId, owner, origin))));
  });

  it('is called while 2,001 events wait for that of another', async () => {
    const slowly: Reply = (response) => void setTimeout(() => response.writeHead(204).end(), 100);
    others.next(...Array.from({ length: 2_001 }, () => slowly));
    const busy = await subscribed(others.url);
    for (let left = 2_001; left > 0; left -= 100) await request(busy, Math.min(left, 100));
    await appendPinFacts(host, await subscribed(honest.url));
    await until('the event of the other', () => honest.received.length === 1);
    expect(others.received.length).toBeLessThan(2_001);
  });
});
