import { Webhook } from 'standardwebhooks';
import type { Received } from '../../webhooks/receiver';
import type { Creation } from '../traffic/create-in-batches';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface Delivered {
  readonly eventId: string;
  readonly sequence: number;
  readonly type: string;
  readonly pinId: string | null;
  readonly signed: boolean;
}

export interface ShownPin {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly created_at: string;
  readonly published_at: string | null;
}

/** As the platform tells of it past its interface. */
export interface PinOnPlatform {
  readonly title: string;
  readonly count: number;
  /** Milliseconds of the system's clock. */
  readonly received_at: number;
}

/** All that a campaign has seen at its end. */
export interface Evidence {
  readonly creations: readonly Creation[];
  /** The same creations asked once more. */
  readonly repeats: readonly Creation[];
  readonly pins: readonly ShownPin[];
  readonly platformPins: readonly Omit<PinOnPlatform, 'received_at'>[];
  readonly deliveries: readonly Delivered[];
  /** The newest number the service says it has given. */
  readonly lastSequence: number;
  readonly quotaUsed: number;
  /** The same as billing shows it. */
  readonly quotaUsedBilled: number;
}

const page = 200;
const patienceMs = 30_000;

export interface Seen extends Pick<Evidence, 'creations' | 'repeats'> {
  readonly received: readonly Received[];
  /** The platform users of the workspace, where others publish as well; absent: every pin of the platform is its own. */
  readonly usernames?: readonly string[];
}

/** Reads everything a customer, a webhook's receiver and the platform can see. */
export async function gather(
  platformUrl: string,
  workspace: Workspace,
  { creations, repeats, received, usernames }: Seen,
): Promise<Evidence> {
  const onPlatform = usernames ? usernames.map((username) => listPlatformPins(platformUrl, username)) : [listPlatformPins(platformUrl)];
  return {
    creations,
    repeats,
    pins: await listPins(workspace),
    platformPins: (await Promise.all(onPlatform)).flat(),
    lastSequence: await lastSequenceOf(workspace),
    quotaUsed: await quotaUsedOf(workspace, creations[0]?.title ?? ''),
    quotaUsedBilled: (await workspace.call('GET', '/v1/billing/status')).body.quota_used,
    deliveries: received
      .filter(({ json }) => json['workspace_id'] === workspace.id)
      .map((each) => toDelivered(each, workspace.webhookSecret)),
  };
}

/** Units of quota used, as the headers of a repeated creation say. */
export async function quotaUsedOf(workspace: Workspace, title: string): Promise<number> {
  const { headers } = await workspace.call('POST', '/v1/pins', pinOf(workspace, title));
  return Number(headers.get('x-service-quota-used') ?? Number.NaN);
}

export async function listPins({ call }: Pick<Workspace, 'call'>): Promise<Evidence['pins']> {
  const pins: ShownPin[] = [];
  for (;;) {
    const { status, body } = await call('GET', `/v1/pins?limit=${page}&offset=${pins.length}&sort=created_at_asc`);
    if (status !== 200) throw new Error(`the list of pins answered ${status}`);
    pins.push(...body);
    if (body.length < page) return pins;
  }
}

export async function listPlatformPins(platformUrl: string, username?: string): Promise<readonly PinOnPlatform[]> {
  const query = username === undefined ? '' : `?account=${username}`;
  const response = await fetch(`${platformUrl}/platform/_control/pins${query}`, { signal: AbortSignal.timeout(patienceMs) });
  return (await response.json()) as PinOnPlatform[];
}

async function lastSequenceOf({ call, webhookId }: Workspace): Promise<number> {
  const { body } = await call('GET', `/v1/webhooks/${webhookId}/deliveries?limit=50`);
  return Math.max(0, ...(body.items as { sequence: number }[]).map(({ sequence }) => sequence));
}

function toDelivered({ headers, body, json }: Received, secret: string): Delivered {
  const [id, seconds, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
  const expected = new Webhook(secret).sign(String(id), new Date(Number(seconds) * 1000), body);
  const pinId = json.data['pin_id'];
  return {
    eventId: json.id,
    sequence: json.sequence,
    type: json.type,
    pinId: typeof pinId === 'string' ? pinId : null,
    signed: id === json.id && signature === expected,
  };
}
