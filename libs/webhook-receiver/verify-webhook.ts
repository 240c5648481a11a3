import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedEvent } from './received-event';

/** Not a message of the service, or too old; nothing in it may be trusted. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

/** Headers as Node, Fetch or a framework gives them, in any case. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 where nothing is said. */
  readonly toleranceSeconds?: number;
  /** The present time in milliseconds; for tests. */
  readonly now?: number;
}

const prefix = 'whsec_';

/**
 * Verifies a message and gives it parsed. `body` is the raw body as it came, before any parsing; `secret` is the webhook's, or several while it is
 * being changed. Throws `InvalidWebhook`.
 */
export function verifyWebhook(
  body: string,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): ReceivedEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new InvalidWebhook('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new InvalidWebhook('webhook-timestamp is no time');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) throw new InvalidWebhook('the message is too old or too new');
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const expected = secrets.map((known) => createHmac('sha256', keyOf(known)).update(`${id}.${timestamp}.${body}`).digest());
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [Buffer.from(each.slice(3), 'base64')] : []));
  const isOurs = given.some((one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other)));
  if (!isOurs) throw new InvalidWebhook('no signature fits');
  const event = JSON.parse(body) as ReceivedEvent;
  if (event.id !== id) throw new InvalidWebhook('webhook-id is not that of the body');
  return event;
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
