import type { Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs links that work without a credential until they expire, with a key of their own for each purpose; nothing of a link is stored. */
export class LinkSigner {
  /** The first signs; a link that another of them signed works too, so that a change of the master key ends none. */
  private readonly signingKeys: readonly [Buffer, ...Buffer[]];

  constructor(purpose: string, keys: Pick<Keys, 'MASTER_KEY'>, previousKeys: readonly Buffer[] | undefined) {
    const derived = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
    this.signingKeys = [derived(keys.MASTER_KEY), ...(previousKeys ?? []).map(derived)];
  }

  /** What a link to `subject` needs behind the question mark to work until `expires`, in whole seconds since 1970. */
  query(subject: string, expires: number): string {
    return `expires=${expires}&signature=${signatureOf(this.signingKeys[0], subject, String(expires)).toString('base64url')}`;
  }

  /** Seconds that such a link still works at `now`; null when it does not. */
  secondsLeft(subject: string, { expires, signature }: Readonly<Record<string, unknown>>, now: Date): number | null {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return null;
    const given = Buffer.from(signature, 'base64url');
    if (!this.signingKeys.some((key) => equal(given, signatureOf(key, subject, expires)))) return null;
    const left = Number(expires) - now.getTime() / 1000;
    return left > 0 ? Math.floor(left) : null;
  }
}

const signatureOf = (key: Buffer, subject: string, expires: string): Buffer =>
  createHmac('sha256', key).update(`${subject}\n${expires}`).digest();

const equal = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right);
