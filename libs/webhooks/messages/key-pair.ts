import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

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
