import { connectionStream, type AccountConnected } from '@pps/connections/events';
import { newId } from '@pps/kernel';
import { outboxStream, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import { verifyWebhook } from '@pps/webhook-receiver';
import { describeEvent, listen, type DescribedEvent, type ListenOptions } from '../../apps/pinctl/listening/listen';
import { serviceClient } from '../../apps/pinctl/listening/service-client';
import { newKey, register } from '../setup/account';
import { eventually } from '../setup/eventually';
import { newSession, type Headers } from '../setup/platform-user';
import { startService, type RunningService } from '../setup/running-service';
import { startReceiver, status } from './receiver';

const secret = "the developer's secret";

let service: RunningService;
let session: Headers;
beforeAll(async () => void (service = await startService({ WEBHOOK_TARGETS: 'any' })));
afterAll(() => service.stop());
beforeEach(async () => void (session = await newSession(service.call)));

async function listening(scopes: string[], options: Partial<ListenOptions> = {}, accountIds?: readonly string[]) {
  const { headers } = await newKey(service.call, session, { scopes, ...(accountIds && { platform_account_ids: accountIds }) });
  const client = serviceClient(new URL(service.url), headers['x-api-key'] ?? '');
  const said: string[] = [];
  const ending = new AbortController();
  const say = (line: string) => void said.push(line);
  const showEvent = (event: DescribedEvent, outcome: string | null) => say(`${describeEvent(event)}${outcome ? `  → ${outcome}` : ''}`);
  const ended = listen(client, { forwardTo: null, secret, events: null, say, showEvent, ...options }, ending.signal);
  ended.catch(() => undefined);
  return { said, ended, end: () => (ending.abort(), ended) };
}

interface Listed {
  readonly id: string;
  readonly workspace_id: string;
  readonly is_enabled: boolean;
}

const webhooks = async () => (await service.call('GET', '/v1/webhooks', undefined, session)).body as Listed[];
const until = (what: () => boolean) => eventually('what the listener says', async () => what() || undefined, 120_000);

/** Events as the outbox requests them. */
async function request({ id: webhookId, workspace_id: projectId }: Listed, titles: readonly string[], accountId?: string): Promise<void> {
  const facts = titles.map((title): WebhookDeliveryRequested => {
    const data = { pin_id: newId(), status: 'queued', title, ...(accountId !== undefined && { account_id: accountId }) };
    const ids = { webhookId, deliveryId: newId(), eventId: `evt_${newId()}` };
    return {
      type: 'WebhookDeliveryRequested',
      data: { ...ids, event: 'pin.queued', occurredAt: '2026-01-05T09:30:00.000Z', data, causePosition: '1' },
    };
  });
  const owner = { projectId, organizationId: newId(), epoch: 0 };
  const origin = { ...owner, actor: { type: 'system' }, occurredAt: '2026-01-05T09:30:00.000Z' } as const;
  await service.parts.streams.decide(outboxStream, webhookId, origin, () => facts);
}

test('events are forwarded in order and signed, whatever the receiver answers, and nothing is left behind', async () => {
  const receiver = await startReceiver();
  const running = await listening(['read', 'write', 'destructive'], { forwardTo: new URL(receiver.url) });
  await until(() => running.said.length > 0);
  const [webhook] = await webhooks();
  expect(webhook?.is_enabled).toBe(false);
  receiver.next(status(500));
  await service.call('POST', `/v1/webhooks/${webhook!.id}/test`, undefined, session);
  await until(() => running.said.length > 1);
  expect(running.said[1]).toMatch(/ {2}test {2}webhook\.test .* → 500 in \d+ ms$/);
  const { body, headers, json } = receiver.received[0]!;
  expect(verifyWebhook(body, headers, secret)).toEqual(json);
  await receiver.stop();
  const titles = Array.from({ length: 30 }, (_, n) => `Pin ${n}`);
  await request(webhook!, ['\x1b[2J', ...titles]);
  await until(() => running.said.length > 32);
  expect(running.said.slice(2).map((line) => / #(\d+) /.exec(line)?.[1])).toEqual(Array.from({ length: 31 }, (_, n) => String(n + 1)));
  expect(running.said[2]).toMatch(/"\ufffd\[2J" .* → no answer \(ECONNREFUSED\)$/);
  await running.end();
  expect(running.said.at(-1)).toBe('ended; nothing is left behind');
  expect(await webhooks()).toEqual([]);
});

test('a key that may not delete leaves a disabled webhook, which the next run uses again from its end on', async () => {
  const first = await listening(['read', 'write']);
  await until(() => first.said.length > 0);
  const [webhook] = await webhooks();
  await request(webhook!, ['Of the first run']);
  await until(() => first.said.length > 1);
  await first.end();
  expect(first.said.at(-1)).toBe(`ended; the webhook ${webhook!.id} is left behind, disabled: the next run uses it again`);
  await request(webhook!, ['Between the runs']);
  const second = await listening(['read', 'write', 'destructive'], { events: ['pin.*'] });
  await until(() => second.said.length > 0);
  await request(webhook!, ['Of the second run']);
  await until(() => second.said.length > 1);
  await second.end();
  expect(second.said[1]).toContain('#3  pin.queued  "Of the second run"');
  expect(await webhooks()).toEqual([]);
});

/** A platform account of the project. */
const connect = async (projectId: string): Promise<string> => {
  const [accountId, at] = [newId(), new Date().toISOString()];
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: at, connectedAt: at };
  const connected: AccountConnected = {
    type: 'AccountConnected',
    data: { accountId, projectId, organizationId: newId(), epoch: 0, platformUserId: '7', ...grant },
  };
  await service.parts.streams.decide(connectionStream, accountId, { actor: { type: 'system' }, occurredAt: at }, () => [connected]);
  return accountId;
};
test('a key with an allow-list is told of its accounts alone, and what it leaves behind tells a key without one of all', async () => {
  const account = await register(service.call);
  const { projectId } = account;
  session = account.session;
  const [mine, other] = [await connect(projectId), await connect(projectId)];
  const first = await listening(['read', 'write'], {}, [mine]);
  await until(() => first.said.length > 0);
  const [webhook] = await webhooks();
  expect(webhook).toMatchObject({ platform_account_ids: [mine] });
  await request(webhook!, ['Of another account'], other);
  await request(webhook!, ['Of the account'], mine);
  await until(() => first.said.length > 1);
  expect(first.said[1]).toContain('#2  pin.queued  "Of the account"');
  await first.end();
  const second = await listening(['read', 'write', 'destructive']);
  await until(() => second.said.length > 0);
  expect(await webhooks()).toEqual([expect.objectContaining({ id: webhook!.id, platform_account_ids: null })]);
  await request(webhook!, ['Of another account'], other);
  await until(() => second.said.length > 1);
  expect(second.said[1]).toContain('#3  pin.queued  "Of another account"');
  await second.end();
  expect(await webhooks()).toEqual([]);
});

test('a key that may only read is refused in one line', async () => {
  const { ended } = await listening(['read']);
  await expect(ended).rejects.toThrow(/^no webhook can be made to listen with: 403, .*lacks the scope write/);
});
