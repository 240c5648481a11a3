import { Inject, Injectable } from '@nestjs/common';
import { APP, type App } from '../../foundation/bind-app';
import { LinkSigner } from '../links/link-signer';

/** Links to uploaded files that work without a credential until they expire. */
@Injectable()
export class AssetLinks {
  private readonly signer: LinkSigner;

  constructor(@Inject(APP) private readonly app: Pick<App, 'keys' | 'configuration' | 'clock'>) {
    this.signer = new LinkSigner('links to assets', app.keys, app.configuration.MASTER_PREVIOUS_KEYS);
  }

  linkTo(assetId: string): string {
    const expires = Math.ceil((this.app.clock().getTime() + this.app.configuration.ASSET_LINK_LIFETIME) / 1000);
    const address = `${this.app.configuration.PUBLIC_URL.replace(/\/+$/, '')}/v1/assets/${assetId}/public`;
    return `${address}?${this.signer.query(assetId, expires)}`;
  }

  /** Seconds that the link still works, or null when it does not. */
  secondsLeft(assetId: string, query: Readonly<Record<string, unknown>>): number | null {
    return this.signer.secondsLeft(assetId, query, this.app.clock());
  }
}
