import { newId } from '@pps/kernel';
import { webhookStream, type ActiveWebhook } from '../subscriptions/webhook.stream';
import { webhookSamples } from '../testing';
import { loadCredentials } from '../messages/credentials';
import { IdleReceivers } from './idle-receivers';

const vault = { getMany: async <T>(refs: readonly string[]) => new Map(refs.map((ref) => [ref, `of ${ref}` as T])) };
const begin = Date.parse('2026-02-05T09:00:00.000Z');
const second = (n: number) => new Date(begin + n * 1_000);

function newWebhook(changes: Partial<ActiveWebhook> = {}): ActiveWebhook {
  const created = webhookStream.decider.evolve(webhookStream.decider.initial, webhookSamples[0]!);
  if (created.kind !== 'active') throw new Error('the sample is no creation');
  return { ...created, webhookId: newId(), previousSecret: null, ...changes };
}

/** A receiver whose credentials were read at the beginning. */
async function receiverOf(webhook: ActiveWebhook) {
  const connection = { call: jest.fn(), mayReuse: () => true, close: jest.fn() };
  const credentials = await loadCredentials(vault, webhook, second(0));
  return { webhook, credentials: credentials!, connection, tookMs: 3 };
}

it('gives a receiver to one batch, with the webhook as it is now', async () => {
  const idle = new IdleReceivers();
  const receiver = await receiverOf(newWebhook());
  idle.add(receiver);
  const now = { ...receiver.webhook, failingSince: second(0).toISOString() };
  expect(idle.take(now, second(1))).toEqual({ ...receiver, webhook: now });
  expect(idle.take(now, second(1))).toBeNull();
  expect(receiver.connection.close).not.toHaveBeenCalled();
});

it.each<[string, Partial<ActiveWebhook>]>([
  ['another secret', { secretRef: newId() }],
  ['other headers', { headers: { ref: newId(), names: ['a'] } }],
  ['another key pair', { keyPair: { ref: newId(), publicKey: 'whpk_' } }],
  ['another URL', { url: 'https://other.example/' }],
])('closes that of a webhook that has %s since', async (_, change) => {
  const idle = new IdleReceivers();
  const receiver = await receiverOf(newWebhook());
  idle.add(receiver);
  expect(idle.take({ ...receiver.webhook, ...change }, second(1))).toBeNull();
  expect(receiver.connection.close).toHaveBeenCalledTimes(1);
});

it('reads credentials again after a minute, and as soon as the former secret is invalid, however busy the endpoint is', async () => {
  const previousSecret = { ref: newId(), validUntil: second(10).toISOString(), signingKeyRef: newId() };
  const [changed, unchanged] = [await receiverOf(newWebhook({ previousSecret })), await receiverOf(newWebhook())];
  expect([changed.credentials.secrets.length, unchanged.credentials.secrets.length]).toEqual([2, 1]);
  const idle = new IdleReceivers();
  const usable = (receiver: typeof changed, at: Date): boolean => {
    idle.add(receiver);
    return idle.take(receiver.webhook, at) !== null;
  };
  expect([3, 6, 9, 10].map((n) => usable(changed, second(n)))).toEqual([true, true, true, false]);
  expect([3, 30, 59, 60].map((n) => usable(unchanged, second(n)))).toEqual([true, true, true, false]);
  expect(changed.connection.close).toHaveBeenCalledTimes(1);
});

it('has two of a webhook, closes a third, and closes one that nobody has taken for 4 s', async () => {
  const idle = new IdleReceivers();
  const webhook = newWebhook();
  const three = await Promise.all([1, 2, 3].map(() => receiverOf(webhook)));
  for (const receiver of three) idle.add(receiver);
  const closed = () => three.map(({ connection }) => connection.close.mock.calls.length);
  expect(closed()).toEqual([0, 0, 1]);
  expect(idle.take(webhook, second(1))?.connection).toBe(three[0]!.connection);
  await new Promise<void>((resolve) => three[1]!.connection.close.mockImplementation(async () => resolve()));
  expect(closed()).toEqual([0, 1, 1]);
  expect(idle.take(webhook, second(1))).toBeNull();
});

it('closes one that may not be used again, so that the next batch has one that may', async () => {
  const idle = new IdleReceivers();
  const receiver = await receiverOf(newWebhook());
  idle.add({ ...receiver, connection: { ...receiver.connection, mayReuse: () => false } });
  expect(receiver.connection.close).toHaveBeenCalledTimes(1);
  expect(idle.take(receiver.webhook, second(1))).toBeNull();
});

it('closes those idle for longest where there are more than 512', async () => {
  const idle = new IdleReceivers();
  const many = await Promise.all(Array.from({ length: 513 }, () => receiverOf(newWebhook())));
  for (const receiver of many) idle.add(receiver);
  expect(many.filter(({ connection }) => connection.close.mock.calls.length > 0)).toEqual([many[0]]);
});
