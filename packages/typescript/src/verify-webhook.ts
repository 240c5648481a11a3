import { PinPublishingError } from './errors';
import type { ReceivedEvent } from './generated/received-event';

/** Not a message of the service, or too old; nothing in it may be trusted. */
export class InvalidWebhookError extends PinPublishingError {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidWebhookError';
  }
}

/** Headers as Fetch or Node gives them, in any case. */
export type ReceivedHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 where nothing is said. */
  readonly toleranceSeconds?: number | undefined;
  /** The present time in milliseconds; for tests. */
  readonly now?: number | undefined;
}

/**
 * Verifies a message and gives it parsed. `body` is the raw body as it came, before any parsing; `key` is the webhook's secret or the public key of its key
 * pair (`whpk_…`), or several while they are being changed. Throws `InvalidWebhookError`.
 */
export async function verifyWebhook(
  body: string,
  headers: ReceivedHeaders,
  key: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<ReceivedEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new InvalidWebhookError('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new InvalidWebhookError('webhook-timestamp is no time');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) throw new InvalidWebhookError('it is too old or new');
  const signed = bytesOf(`${id}.${timestamp}.${body}`);
  const keys = typeof key === 'string' ? [key] : key;
  const given = signatures.split(' ');
  const checks = await Promise.all(keys.flatMap((known) => given.map((signature) => isSignedBy(known, signature, signed))));
  if (!checks.includes(true)) throw new InvalidWebhookError('no signature fits');
  const event = parsed(body);
  if (event?.id !== id) throw new InvalidWebhookError('webhook-id is not of the body');
  return event;
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value as readonly string[] | undefined)?.[0];
}

const publicKeyPrefix = 'whpk_';

/** A public key is known to everybody: it never counts as a secret. */
async function isSignedBy(known: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const isPair = known.startsWith(publicKeyPrefix);
  const tag = isPair ? 'v1a,' : 'v1,';
  const bytes = signature.startsWith(tag) ? fromBase64(signature.slice(tag.length)) : null;
  const key = isPair ? fromBase64(known.slice(publicKeyPrefix.length)) : secretBytes(known);
  if (isPair && key?.length !== 32) throw new InvalidWebhookError('the public key is not whpk_ and base64');
  if (!bytes || !key || key.length === 0) return false;
  const algorithm = isPair ? { name: 'Ed25519' } : { name: 'HMAC', hash: 'SHA-256' };
  // `verify` compares in constant time.
  return crypto.subtle.verify(algorithm, await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']), bytes, signed);
}

const secretBytes = (secret: string): Uint8Array<ArrayBuffer> | null =>
  secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : bytesOf(secret);

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function parsed(body: string): ReceivedEvent | null {
  try {
    return JSON.parse(body) as ReceivedEvent | null;
  } catch {
    throw new InvalidWebhookError('the body is no JSON');
  }
}
