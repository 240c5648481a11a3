import { createCipheriv, createDecipheriv, randomBytes, type CipherKey } from 'node:crypto';

/** AES-256-GCM; 12 bytes nonce, 16 bytes tag, ciphertext. `context` is authenticated, so that a sealed value cannot be moved to another row. */
export function seal(key: CipherKey, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** What is sealed was not sealed with this key for this context, or is damaged. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal';
}

/** Throws `CannotUnseal` when the value was not sealed with this key for this context. */
export function unseal(key: CipherKey, sealed: Buffer, context: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch (cause) {
    throw new CannotUnseal('a sealed value cannot be opened', { cause });
  }
}
