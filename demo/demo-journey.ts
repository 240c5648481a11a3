import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PinPublishing, type CreatePin, type Pin } from 'pin-publishing';
import { connectAccount } from './connect-account';
import { runDemoImport } from './demo-import';
import { DemoFailure } from './demo-failure';
import type { Progress } from './progress-line';
import type { PinRow } from './read-pins';
import { withSimulatedPicture } from './simulated-picture';
import type { WebhookReceiver } from './webhook-receiver';

export interface DemoOutcome {
  /** In the order of creation. */
  readonly pins: readonly Pin[];
  /** What became of the rows of a file, as lines. */
  readonly imported: readonly string[];
  /** Who may look at it in the console. */
  readonly person: { readonly email: string; readonly password: string };
}

const timeoutMs = 180_000;
const lookEveryMs = 200;

/** From a registration to final pins, each step as a user of the service would take it. */
export async function runDemoJourney(
  somebody: PinPublishing,
  baseUrl: string,
  rows: readonly PinRow[],
  receiver: WebhookReceiver,
  progress: Progress,
): Promise<DemoOutcome> {
  const { client, person } = await withOwnKey(somebody, baseUrl, progress);
  const username = `demo-${randomBytes(4).toString('hex')}`;
  const { accountId, simulatorUrl } = await connectAccount(client, username);
  progress.done(`connected the platform account ${username}`);
  const boards = await client.boards.list({ account_id: accountId });
  const [board] = boards;
  if (!board) throw new DemoFailure('The account has no board to publish to.');
  progress.done(`found ${boards.length} ${boards.length === 1 ? 'board' : 'boards'}, takes "${board.name}"`);
  const webhook = await client.webhooks.create({ url: receiver.url, events: ['pin.published', 'pin.failed'] });
  receiver.trust(webhook.secret ?? '');
  progress.done(`subscribed ${receiver.url} to ${webhook.events.join(' and ')}`);
  const where = { account_id: accountId, board_id: board.id };
  const queued: Pin[] = [];
  for (const row of rows) {
    const draft = { ...where, ...withSimulatedPicture(row, simulatorUrl) } as unknown as CreatePin;
    queued.push(await client.pins.create(draft, { idempotencyKey: `demo-row-${queued.length + 1}` }));
    progress.moved('pins accepted', queued.length, rows.length);
  }
  const pins = await finalPins(client, queued, receiver, progress);
  progress.done(`published where you can look at them: ${simulatorUrl}/platform/`);
  return { pins, person, imported: await runDemoImport(client, where, simulatorUrl, progress) };
}

async function withOwnKey(somebody: PinPublishing, baseUrl: string, progress: Progress) {
  const email = `demo-${randomUUID()}@example.com`;
  const person = { full_name: 'Demo Gardener', email, password: randomBytes(18).toString('base64url'), workspace_name: 'Demo' };
  const { access_token: accessToken } = await somebody.auth.register(person);
  progress.done(`registered ${email}`);
  const { api_key: apiKey, key_prefix: prefix } = await new PinPublishing({ baseUrl, accessToken }).apiKeys.create({ name: 'demo' });
  progress.done(`made the API key ${prefix}…`);
  return { client: new PinPublishing({ baseUrl, apiKey }), person };
}

/** The pins when all are terminal and each has had its webhook, or when the time-out has passed: the report shows what is missing. */
async function finalPins(client: PinPublishing, queued: readonly Pin[], receiver: WebhookReceiver, progress: Progress): Promise<Pin[]> {
  const deadline = performance.now() + timeoutMs;
  let final = 0;
  const pins = await Promise.all(
    queued.map(async (pin) => {
      const settled = await client.waitUntilSettled(pin, { timeoutMs }).catch(() => pin);
      progress.moved('pins final', (final += 1), queued.length);
      return settled;
    }),
  );
  while (receiver.events.size < queued.length && performance.now() < deadline) await delay(lookEveryMs);
  return pins;
}
