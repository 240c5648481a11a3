import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

const prefix = 'whsec_';

/** A new secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * One `v1,` signature per secret, then one `v1a,` per private key, each in the order given, as the Standard Webhooks specification says. Receivers
 * that read the first alone find that of the newest secret.
 */
export function standardSignature(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
  privateKeys: readonly string[] = [],
): string {
  const signed = `${id}.${timestamp}.${body}`;
  const byHmac = secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`);
  return [...byHmac, ...privateKeys.map((key) => `v1a,${signWithKey(signed, key)}`)].join(' ');
}

/** HMAC-SHA256 of the body alone, keyed with the text of the whole secret; lower-case hex. */
export const bodySignature = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

const keyOf = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);

/** An Ed25519 key pair, as the Standard Webhooks specification has them. */
export interface KeyPair {
  /** `whpk_` and the 32 bytes in base64. */
  readonly publicKey: string;
  /** PKCS #8 in base64; it never leaves the vault but to sign. */
  readonly privateKey: string;
}

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

/** The Ed25519 signature of the text in base64. Throws for what is no private key of `newKeyPair`. */
export function signWithKey(text: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(text), key).toString('base64');
}
