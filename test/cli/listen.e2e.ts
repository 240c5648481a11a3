import { newId } from '@pps/kernel';
import { verifyWebhook } from '@pps/webhook-receiver';
import { eventCatalogue, headersOf } from '@pps/webhooks';
import { outboxStream, type WebhookDeliveryRequested } from '@pps/webhooks/events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forwardHeaders } from '../../packages/cli/src/listening/forward-event';
import { newKey } from '../setup/account';
import { eventually } from '../setup/eventually';
import { newSession, type Headers } from '../setup/platform-user';
import { startService, type RunningService } from '../setup/running-service';
import { findFreePort } from '@pps/embedded';
import { startReceiver, status } from '../webhooks/receiver';
import { bundledPps, type Pps, type StartedPps } from './bundled-pps';

let [service, pps] = [undefined as unknown as RunningService, undefined as unknown as Pps];
let session: Headers;
beforeAll(async () => void ([service, pps] = [await startService({ WEBHOOK_TARGETS: 'any' }), bundledPps()]));
afterAll(async () => {
  await service.stop();
  pps.remove();
});
beforeEach(async () => void (session = await newSession(service.call)));

interface Listed {
  readonly id: string;
  readonly workspace_id: string;
}

const webhooks = async (): Promise<readonly Listed[]> => (await service.call('GET', '/v1/webhooks', undefined, session)).body;
const until = (what: string, is: () => boolean): Promise<true> => eventually(what, async () => is() || undefined, 240_000);
const numbers = (out: string): readonly number[] => [...out.matchAll(/ #(\d+) /g)].map(([, number]) => Number(number));
const keyOf = async (changes: object = {}) => newKey(service.call, session, changes);
const listening = (key: { readonly text: string }, ...args: string[]): StartedPps =>
  pps.start(['listen', ...args], { PPS_API_KEY: key.text, PPS_BASE_URL: service.url });
const isLive = (running: StartedPps): Promise<true> => until('live', () => running.err.includes('\nlive\n'));

const { data: example } = eventCatalogue.find(({ event }) => event === 'pin.queued')?.example as unknown as { readonly data: object };

/** Events as the outbox requests them. */
async function request({ id: webhookId, workspace_id: projectId }: Listed, titles: readonly string[]): Promise<void> {
  const facts = titles.map((title): WebhookDeliveryRequested => {
    const data = { ...example, pin_id: newId(), title };
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

const titles = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `Pin ${n}`);
const range = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

test('events are forwarded in order with the real signatures, what came while it was off comes first, a redelivery comes again', async () => {
  const [receiver, key] = [await startReceiver(), await keyOf()];
  const secret = "the developer's secret";
  const first = listening(key, '--forward', receiver.url, '--secret', secret);
  await isLive(first);
  const [webhook] = await webhooks();
  receiver.next(status(500));
  await request(webhook!, ['\x1b[2J', ...titles(9)]);
  await until('ten', () => numbers(first.out).length === 10);
  expect(first.out).toMatch(/#1 {2}pin\.queued {2}"\ufffd\[2J" .* → 500 in \d+ ms\n/);
  const { body, headers, json } = receiver.received[0]!;
  expect(verifyWebhook(body, headers, secret)).toEqual(json);
  const { deliveries } = {
    deliveries: (await service.call('GET', `/v1/webhooks/${webhook!.id}/deliveries`, undefined, session)).body.items,
  };
  await service.call('POST', `/v1/webhooks/${webhook!.id}/deliveries/${deliveries.at(-1).id}/redeliver`, undefined, session);
  await until('the redelivery', () => first.out.includes('(again)'));
  expect(receiver.received.at(-1)!.json.id).toBe(receiver.received[0]!.json.id);
  first.send('SIGKILL');
  await first.ended;
  await request(webhook!, titles(30));
  const second = listening(key, '--forward', receiver.url);
  await until('the rest', () => numbers(second.out).includes(40));
  // One that ends between showing and keeping shows it again: here that is the redelivery.
  const fresh = second.out.split('\n').filter((line) => !line.includes('(again)'));
  expect([numbers(fresh.join('\n')), second.err]).toEqual([range(11, 40), expect.stringContaining('30 behind')]);
  second.send('SIGINT');
  expect((await second.ended).code).toBe(0);
  expect(first.err + second.err + first.out + second.out).not.toContain(key.text);
  await receiver.stop();
});

test('two listeners each get all, also of what comes while they are frozen', async () => {
  const key = await keyOf();
  const both = [listening(key, '--json')];
  await isLive(both[0]!);
  both.push(listening(key, '--json'));
  await isLive(both[1]!);
  both[0]!.send('SIGSTOP');
  for (const each of await webhooks()) await request(each, titles(20));
  await until('all of one', () => both[1]!.out.split('\n').length === 21);
  both[0]!.send('SIGCONT');
  await until('all of the other', () => both[0]!.out.split('\n').length === 21);
  for (const each of both) {
    expect(
      each.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event.sequence),
    ).toEqual(range(1, 20));
    each.send('SIGTERM');
    expect((await each.ended).code).toBe(0);
  }
});

test('a target that is away is waited for, and one that is cut off loses nothing', async () => {
  const key = await keyOf();
  const running = listening(key, '--forward', `http://127.0.0.1:${await findFreePort()}/hook`);
  await isLive(running);
  await request((await webhooks())[0]!, titles(3));
  await until('waiting', () => running.err.includes('cannot be reached (ECONNREFUSED): waiting for it'));
  expect(running.out).toBe('');
  running.send('SIGINT');
  await running.ended;
  const receiver = await startReceiver();
  receiver.next((response) => void response.socket?.destroy());
  const again = listening(key, '--forward', receiver.url);
  await until('all', () => numbers(again.out).length === 3);
  expect(receiver.received.map(({ json }) => json.sequence)).toEqual([1, 1, 2, 3]);
  again.send('SIGINT');
  await again.ended;
  await receiver.stop();
});

test('it ends by itself with the end of its key, with exit code and words', async () => {
  const key = await keyOf();
  const running = listening(key);
  await isLive(running);
  await service.call('DELETE', `/v1/api-keys/${key.id}`, undefined, session);
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([3, expect.stringMatching(/invalid_api_key: .*\nWhat to do: /)]);
});

test('a damaged cursor gives everything again, one that cannot be written is said, and a key that may only read is refused', async () => {
  const key = await keyOf();
  const first = listening(key);
  await isLive(first);
  const [webhook] = await webhooks();
  await request(webhook!, titles(2));
  await until('both', () => numbers(first.out).length === 2);
  first.send('SIGINT');
  await first.ended;
  const folder = join(pps.home, '.local/state/pps/listen');
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.startsWith(webhook!.workspace_id) && name.endsWith('.json'))!,
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ sequence: 2, webhookId: webhook!.id });
  writeFileSync(file, '{"sequence":');
  const second = listening(key);
  await until('both again', () => numbers(second.out).length === 2);
  expect(second.err).toContain('is damaged: everything that the service has kept comes again');
  second.send('SIGINT');
  await second.ended;
  const since = listening(key, '--since', '1h');
  await until('both since', () => numbers(since.out).length === 2);
  since.send('SIGINT');
  await since.ended;
  expect(existsSync(file.replace('.json', '.lock'))).toBe(false);
  const reader = await keyOf({ scopes: ['read'] });
  const { code, err } = await pps.run(['listen', '--name', 'other'], { PPS_API_KEY: reader.text, PPS_BASE_URL: service.url });
  expect([code, err]).toEqual([3, expect.stringContaining('lacks the scope write')]);
});

test('its headers are those of the service', () => {
  const [secret, at] = ['whsec_MDEyMzQ1Njc4OTAxMjM0NQ==', new Date(1_767_604_200_000)];
  const delivery = { id: newId(), event_id: 'evt_1', event: 'pin.queued', sequence: 1, payload: { id: 'evt_1' } };
  const message = { deliveryId: delivery.id, eventId: 'evt_1', event: 'pin.queued', sequence: 1, occurredAt: at.toISOString(), data: {} };
  const body = JSON.stringify(delivery.payload);
  expect(forwardHeaders(delivery, body, secret, at)).toEqual(
    headersOf(message, body, { secrets: [secret], privateKeys: [], headers: {} }, at),
  );
});
