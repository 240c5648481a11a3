import { randomBytes } from 'node:crypto';
import type { SubjectSealer } from './sealing-keys';

const prefix = 'sealed:v1:';
/** Nonce and tag of AES-256-GCM. */
const leastBytes = 12 + 16;

/** Where a value stands: the place that it is sealed for. */
export const sealedFieldAddress = (stream: string, factId: string, path: string): string => `${stream}\n${factId.toLowerCase()}\n${path}`;

/** `sealed:v1:` and base64url of nonce, tag and ciphertext of the value as JSON. */
export function sealText(sealer: SubjectSealer, value: unknown, place: string): string {
  return prefix + sealer.seal(Buffer.from(JSON.stringify(value)), place).toString('base64url');
}

export const isSealedText = (value: unknown): value is string => typeof value === 'string' && value.startsWith(prefix);

/** The value that was sealed; null without a sealer, and for what it cannot open: its key is another one, or somebody moved or changed the text. */
export function openText(sealer: SubjectSealer | undefined, text: string, place: string): unknown {
  const sealed = Buffer.from(text.slice(prefix.length), 'base64url');
  if (!sealer || sealed.length < leastBytes) return null;
  try {
    return JSON.parse(sealer.open(sealed, place).toString());
  } catch {
    return null;
  }
}

/** What stands for a text that nobody may read, as it is of somebody who was forgotten: it looks sealed, and no key opens it. */
export const lostText = (): string => prefix + randomBytes(leastBytes + 20).toString('base64url');
