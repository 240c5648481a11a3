import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Links to uploaded files that work without a credential until they expire; signed, not stored. */
@Injectable()
export class AssetLinks {
  /** The first signs; a link that another of them signed works too, so that a change of the master key ends none. */
  private readonly signingKeys: readonly Buffer[];

  constructor(
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const derived = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'links to assets', 32));
    this.signingKeys = [keys.MASTER_KEY, ...(configuration.MASTER_PREVIOUS_KEYS ?? [])].map(derived);
  }

  to(assetId: string): string {
    const expires = Math.ceil((this.clock().getTime() + this.configuration.ASSET_LINK_LIFETIME) / 1000);
    const address = `${this.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/assets/${assetId}/public`;
    return `${address}?expires=${expires}&signature=${this.sign(assetId, String(expires)).toString('base64url')}`;
  }

  /** Seconds that the link still works, or null when it does not. */
  secondsLeft(assetId: string, expires: unknown, signature: unknown): number | null {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return null;
    const given = Buffer.from(signature, 'base64url');
    if (!this.signingKeys.some((key) => equal(given, signatureOf(key, assetId, expires)))) return null;
    const left = Number(expires) - this.clock().getTime() / 1000;
    return left > 0 ? Math.floor(left) : null;
  }

  private sign(assetId: string, expires: string): Buffer {
    const [current] = this.signingKeys;
    if (!current) throw new Error('no key signs links to assets');
    return signatureOf(current, assetId, expires);
  }
}

const signatureOf = (key: Buffer, assetId: string, expires: string): Buffer =>
  createHmac('sha256', key).update(`${assetId}\n${expires}`).digest();

const equal = (given: Buffer, right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right);
