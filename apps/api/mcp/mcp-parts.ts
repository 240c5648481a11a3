import { Inject, Injectable } from '@nestjs/common';
import { APP, type App } from '../../foundation/bind-app';
import { LinkSigner } from '../links/link-signer';
import { openManual, type Manual } from '../manual/manual';
import { HeadroomHeaders } from '../pins/headroom-headers';
import { RecordRequests } from '../requests/record-requests';

/** What tools are made of: the same as controllers are given. */
@Injectable()
export class McpParts {
  private opened: Manual | undefined;
  /** Signs what a client carries from a question to its answer. */
  readonly rounds: LinkSigner;

  constructor(
    @Inject(APP) readonly app: App,
    readonly headroom: HeadroomHeaders,
    readonly recorded: RecordRequests,
  ) {
    this.rounds = new LinkSigner('rounds of tools', app.keys, app.configuration.MASTER_PREVIOUS_KEYS);
  }

  /** The address of something of the interface, or of a page. */
  readonly urlOf = (path: string): string => `${this.app.configuration.PUBLIC_URL.replace(/\/+$/, '')}${path}`;

  get manual(): Manual {
    return (this.opened ??= openManual({
      hrefOf: (address) => this.urlOf(`/docs/${address}`),
      urlOf: (address) => this.urlOf(`/docs/${address}`),
    }));
  }
}
