import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Links to uploaded files that work without a credential until they expire; signed, not stored. */
@Injectable()
export class AssetLinks {
  private readonly key: Buffer;

  constructor(
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', keys.MASTER_KEY, '', 'links to assets', 32));
  }

  to(assetId: string): string {
    const expires = Math.ceil((this.clock().getTime() + this.configuration.ASSET_LINK_LIFETIME) / 1000);
    const address = `${this.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/assets/${assetId}/public`;
    return `${address}?expires=${expires}&signature=${this.sign(assetId, String(expires)).toString('base64url')}`;
  }

  /** Seconds that the link still works, or null when it does not. */
  secondsLeft(assetId: string, expires: unknown, signature: unknown): number | null {
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return null;
    const [given, right] = [Buffer.from(signature, 'base64url'), this.sign(assetId, expires)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const left = Number(expires) - this.clock().getTime() / 1000;
    return left > 0 ? Math.floor(left) : null;
  }

  private sign(assetId: string, expires: string): Buffer {
    return createHmac('sha256', this.key).update(`${assetId}\n${expires}`).digest();
  }
}
