import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { addWebhook, findResponses, listDeliveries, updateWebhook, type NewWebhook, type WebhookEdit } from '@pps/webhooks';
import { webhookStream, type ActiveWebhook } from '@pps/webhooks/events';
import { verifyWebhook } from '@pps/webhook-receiver';
import { appendPinFacts } from './pin-facts';
import { startReceiver, status, type Received } from './receiver';
import { verifiedByPython } from './verified-by-python';
import { startWebhookHost, until, type TestProject, type WebhookHost } from './webhook-host';

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

const origin = () => ({ ...project.origin, occurredAt: host.now().toISOString() });

async function subscribe(fields: Partial<NewWebhook>) {
  const { organizationId, owner } = project;
  const defaults = { secret: null, events: ['pin.queued'], isEnabled: true, accountIds: null, headers: null, hasKeyPair: false };
  const wanted = { ...defaults, organizationId, url: receiver.url, makerKeyIds: [], ...fields };
  const { webhook, newSecret } = await addWebhook(host, wanted, owner, origin());
  return { id: webhook.webhookId, secret: newSecret ?? fields.secret ?? '' };
}

const edit = (id: string, changes: WebhookEdit) => updateWebhook(host, id, changes, project.owner, origin());

async function webhookOf(id: string): Promise<ActiveWebhook> {
  const { state } = await host.live.get(webhookStream, id);
  if (state.kind !== 'active') throw new Error('there is no such webhook');
  return state;
}

const delivered = (id: string, count: number) =>
  until(`${count} deliveries`, async () => {
    const rows = await listDeliveries(host.db, id, { limit: 50, before: null }, null);
    return rows.filter((row) => row.status === 'delivered').length === count;
  });

async function nextOf(id: string, count: number): Promise<Received> {
  await appendPinFacts(host, project);
  await delivered(id, count);
  return receiver.received.at(-1)!;
}

const signatures = ({ headers }: Received): string[] => String(headers['webhook-signature']).split(' ');

/** What the log says of the webhook, as text. */
async function logged(id: string): Promise<string> {
  const facts = await host.store.read(`webhook-${id}`);
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

// First, since Python and the standard library go by the real time, which this one leaves.
test('a key pair signs beside the secret, also its predecessor for a day after a change, and readers of the first signature notice nothing', async () => {
  const { id, secret } = await subscribe({ hasKeyPair: true });
  const first = await webhookOf(id);
  const { publicKey } = first.keyPair!;
  const received = await nextOf(id, 1);
  expect(signatures(received).map((each) => each.split(',')[0])).toEqual(['v1', 'v1a']);
  for (const key of [publicKey, secret]) expect(verifyWebhook(received.body, received.headers, key)).toEqual(received.json);
  expect(new Webhook(secret).verify(received.body, received.headers as Record<string, string>)).toEqual(received.json);
  expect(await verifiedByPython(received, publicKey)).toEqual(received.json);
  expect(await verifiedByPython(received, secret)).toEqual(received.json);
  await edit(id, { secret: 'a new secret of mine' });
  const next = (await webhookOf(id)).keyPair!.publicKey;
  const both = await nextOf(id, 2);
  expect(signatures(both).map((each) => each.split(',')[0])).toEqual(['v1', 'v1', 'v1a', 'v1a']);
  for (const key of [publicKey, next, secret]) expect(verifyWebhook(both.body, both.headers, key)).toEqual(both.json);
  expect(() => verifyWebhook(received.body, received.headers, next)).toThrow('no signature fits');
  host.advance(86_400_000);
  const later = await nextOf(id, 3);
  expect(signatures(later).map((each) => each.split(',')[0])).toEqual(['v1', 'v1a']);
  const privateKey = await host.vault.get<string>((await webhookOf(id)).keyPair!.ref);
  await edit(id, { secret: 'a third secret of mine', hasKeyPair: false });
  expect(await host.vault.get(first.keyPair!.ref)).toBeNull();
  expect((await logged(id)).includes(privateKey!)).toBe(false);
  expect(signatures(await nextOf(id, 4)).map((each) => each.split(',')[0])).toEqual(['v1', 'v1']);
});

test('both secrets sign for a day after a change', async () => {
  const secrets = ['an old secret of mine', 'a new secret of mine'] as const;
  const { id } = await subscribe({ secret: secrets[0] });
  await edit(id, { secret: secrets[1] });
  const received = await nextOf(id, 1);
  const signed = `${received.json.id}.${String(received.headers['webhook-timestamp'])}.${received.body}`;
  const expected = [secrets[1], secrets[0]].map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(signatures(received)).toEqual(expected);
  host.advance(86_400_000);
  expect(signatures(await nextOf(id, 2))).toHaveLength(1);
});

test('headers of the client go beside ours, and what the endpoint says of them is not shown', async () => {
  const token = 'Bearer a-token-of-the-client';
  const { id } = await subscribe({ headers: { Authorization: token } });
  receiver.next(status(500, {}, `you sent ${token}`));
  await appendPinFacts(host, project);
  const rows = () => listDeliveries(host.db, id, { limit: 50, before: null }, null);
  await until('the first attempt', async () => (await rows())[0]?.attemptCount === 1);
  expect(receiver.received[0]!.headers).toMatchObject({ authorization: token, 'x-service-event': 'pin.queued' });
  expect(Object.fromEntries(await findResponses(host.db, (await rows())[0]!.id))).toEqual({ 1: 'you sent ********' });
  const before = (await webhookOf(id)).headers!;
  await expect(edit(id, { url: 'http://elsewhere.test/' })).rejects.toThrow('headers must be given anew');
  await edit(id, { headers: { 'X-Other': 'another token' }, url: receiver.url });
  host.advance(6_000);
  await delivered(id, 1);
  expect(receiver.received[1]!.headers).toMatchObject({ 'x-other': 'another token' });
  expect(receiver.received[1]!.headers).not.toHaveProperty('authorization');
  expect(await host.vault.get(before.ref)).toBeNull();
  expect(await logged(id)).not.toContain('token');
  await edit(id, { headers: null });
  await edit(id, { headers: null, url: receiver.url.replace('127.0.0.1', 'localhost') });
  expect((await webhookOf(id)).headers).toBeNull();
});
