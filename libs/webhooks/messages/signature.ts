import { createHmac, randomBytes } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

const prefix = 'whsec_';

/** A new secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** One `v1,` signature per secret, in the order of the secrets, as the Standard Webhooks specification says. */
export function standardSignature({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`).join(' ');
}

/** HMAC-SHA256 of the body alone, keyed with the text of the whole secret; lower-case hex. */
export const bodySignature = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
