import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { ReceivedEvent } from './received-event';

/** Not a message of the service, or too old; nothing in it may be trusted. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

/** Headers as Node, Fetch (`Headers`) or a framework gives them, in any case. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>> | FetchHeaders;

interface FetchHeaders {
  get(name: string): string | null;
}

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 where nothing is said. */
  readonly toleranceSeconds?: number;
  /** The present time in milliseconds; for tests. */
  readonly now?: number;
}

const secretPrefix = 'whsec_';
const publicKeyPrefix = 'whpk_';

/**
 * Verifies a message and gives it parsed. `body` is the raw body as it came, before any parsing; `key` is the webhook's secret or the public key of its
 * key pair (`whpk_…`), or several while they are being changed. Throws `InvalidWebhook`.
 */
export function verifyWebhook(
  body: string,
  headers: ReceivedHeaders,
  key: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): ReceivedEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw new InvalidWebhook('a webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new InvalidWebhook('webhook-timestamp is no time');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) throw new InvalidWebhook('the message is too old or too new');
  const signed = `${id}.${timestamp}.${body}`;
  // A public key is known to everybody: it must never count as a secret.
  const checks = (typeof key === 'string' ? [key] : key).map((known) =>
    known.startsWith(publicKeyPrefix) ? signedByPairOf(signed, known) : signedWithSecret(signed, known),
  );
  if (!signatures.split(' ').some((given) => checks.some((isSignature) => isSignature(given)))) {
    throw new InvalidWebhook('no signature fits');
  }
  const event = JSON.parse(body) as ReceivedEvent;
  if (event.id !== id) throw new InvalidWebhook('webhook-id is not that of the body');
  return event;
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

const isFetchHeaders = (headers: ReceivedHeaders): headers is FetchHeaders => typeof headers['get' as keyof typeof headers] === 'function';

function signedWithSecret(signed: string, secret: string): (given: string) => boolean {
  const expected = createHmac('sha256', hmacKeyOf(secret)).update(signed).digest();
  return (given) => {
    const bytes = bytesOf(given, 'v1,');
    return bytes?.length === expected.length && timingSafeEqual(bytes, expected);
  };
}

function signedByPairOf(signed: string, text: string): (given: string) => boolean {
  const bytes = Buffer.from(text.slice(publicKeyPrefix.length), 'base64');
  if (bytes.length !== 32) throw new InvalidWebhook('the public key is not whpk_ and 32 bytes in base64');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  return (given) => {
    const signature = bytesOf(given, 'v1a,');
    return signature !== null && verify(null, Buffer.from(signed), publicKey, signature);
  };
}

const bytesOf = (given: string, tag: string): Buffer | null =>
  given.startsWith(tag) ? Buffer.from(given.slice(tag.length), 'base64') : null;

const hmacKeyOf = (secret: string): Buffer =>
  secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : Buffer.from(secret);
