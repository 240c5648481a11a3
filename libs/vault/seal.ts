import { createCipheriv, createDecipheriv, randomFillSync, type CipherKey } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** Random bytes for 341 nonces: drawing each by itself takes as long as the sealing of a short text. */
const nonces = Buffer.alloc(4_092);
let used = nonces.length;

/** AES-256-GCM; 12 bytes nonce, 16 bytes tag, ciphertext. `context` is authenticated, so that a sealed value cannot be moved to another row. */
export function seal(key: CipherKey, plain: Buffer, context: string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const body = cipher.update(plain);
  // GCM is a stream: nothing is left to write.
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** What is sealed was not sealed with this key for this context, or is damaged. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal';
}

/** Throws `CannotUnseal` when the value was not sealed with this key for this context. */
export function unseal(key: CipherKey, sealed: Buffer, context: string): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength }).setAAD(Buffer.from(context));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + authTagLength));
    const plain = decipher.update(sealed.subarray(nonceBytes + authTagLength));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new CannotUnseal('a sealed value cannot be opened', { cause });
  }
}

function nextNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  const from = used;
  used += nonceBytes;
  return nonces.subarray(from, used);
}
