import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectAccount } from './connect-account';
import { runDemoImport } from './demo-import';
import { DemoFailure } from './demo-failure';
import type { Progress } from './progress-line';
import type { PinRow } from './read-pins';
import { withSimulatedPicture } from './simulated-picture';
import { serviceClient, type ServiceClient } from './service.client';
import type { WebhookReceiver } from './webhook-receiver';

export interface PinBody {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly platform_pin_id: string | null;
  readonly error_code: string | null;
  readonly created_at: string;
  readonly published_at: string | null;
}

export interface DemoOutcome {
  readonly pins: readonly PinBody[];
  /** What became of the rows of a file, as lines. */
  readonly imported: readonly string[];
}

const waitAtMostMs = 180_000;
const lookEveryMs = 200;

/** From a registration to final pins, each step as a user of the service would take it. */
export async function runDemoJourney(
  baseUrl: string,
  rows: readonly PinRow[],
  receiver: WebhookReceiver,
  progress: Progress,
): Promise<DemoOutcome> {
  const call = await withOwnKey(serviceClient(baseUrl), progress);
  const { accountId, username, simulatorUrl } = await connectAccount(call, `demo-${randomBytes(4).toString('hex')}`);
  progress.done(`connected the platform account ${username}`);
  const { body: boards } = await call(`/v1/platform/boards?account_id=${accountId}`);
  const [board] = boards;
  if (!board) throw new DemoFailure('The account has no board to publish to.');
  progress.done(`found ${boards.length} ${boards.length === 1 ? 'board' : 'boards'}, takes "${board.name}"`);
  const subscription = { url: receiver.url, events: ['pin.published', 'pin.failed'] };
  const { body: webhook } = await call('/v1/webhooks', { method: 'POST', json: subscription, expected: 201 });
  receiver.trust(webhook.secret);
  progress.done(`subscribed ${receiver.url} to ${webhook.events.join(' and ')}`);
  const where = { account_id: accountId, board_id: board.id };
  const shown = rows.map((row) => withSimulatedPicture(row, simulatorUrl));
  const ids = await createPins(call, shown, where, progress);
  const pins = await finalPins(call, ids, receiver, progress);
  progress.done(`published where you can look at them: ${simulatorUrl}/platform/`);
  return { pins, imported: await runDemoImport(call, where, simulatorUrl, progress) };
}

async function withOwnKey(call: ServiceClient, progress: Progress): Promise<ServiceClient> {
  const email = `demo-${randomUUID()}@example.com`;
  const person = { full_name: 'Demo Gardener', email, password: randomBytes(18).toString('base64url'), workspace_name: 'Demo' };
  const { body: session } = await call('/v1/auth/register', { method: 'POST', json: person, expected: 201 });
  progress.done(`registered ${email}`);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const { body: key } = await call('/v1/api-keys', { method: 'POST', json: { name: 'demo' }, headers, expected: 201 });
  progress.done(`made the API key ${key.key_prefix}…`);
  return (path, request = {}) => call(path, { ...request, headers: { 'x-api-key': key.api_key, ...request.headers } });
}

async function createPins(call: ServiceClient, rows: readonly PinRow[], where: object, progress: Progress): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, row] of rows.entries()) {
    const headers = { 'idempotency-key': `demo-row-${index + 1}` };
    const { body } = await call('/v1/pins', { method: 'POST', json: { ...where, ...row }, headers, expected: 201 });
    ids.push(body.id);
    progress.moved('pins accepted', ids.length, rows.length);
  }
  return ids;
}

/** The pins in the order of creation, when all are terminal and each has had its webhook, or when the time-out has passed: the report shows what is missing. */
async function finalPins(call: ServiceClient, ids: readonly string[], receiver: WebhookReceiver, progress: Progress): Promise<PinBody[]> {
  const deadline = performance.now() + waitAtMostMs;
  for (;;) {
    const { body } = await call(`/v1/pins?limit=200&sort=created_at_asc`);
    const pins = (body as PinBody[]).filter(({ id }) => ids.includes(id));
    const final = pins.filter(({ status }) => status === 'published' || status === 'failed').length;
    progress.moved('pins final', final, ids.length);
    if (final === ids.length && receiver.events.size >= ids.length) return pins;
    if (performance.now() > deadline) return pins;
    await delay(lookEveryMs);
  }
}
