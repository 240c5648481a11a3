import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { LinkSigner } from '../links/link-signer';

/** Links to uploaded files that work without a credential until they expire. */
@Injectable()
export class AssetLinks {
  private readonly signer: LinkSigner;

  constructor(
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.signer = new LinkSigner('links to assets', keys, configuration.MASTER_PREVIOUS_KEYS);
  }

  to(assetId: string): string {
    const expires = Math.ceil((this.clock().getTime() + this.configuration.ASSET_LINK_LIFETIME) / 1000);
    const address = `${this.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/assets/${assetId}/public`;
    return `${address}?${this.signer.query(assetId, expires)}`;
  }

  /** Seconds that the link still works, or null when it does not. */
  secondsLeft(assetId: string, query: Readonly<Record<string, unknown>>): number | null {
    return this.signer.secondsLeft(assetId, query, this.clock());
  }
}
