import { ConsentAddress } from './consent-address';
import { OAuthRequests, type OAuthRequest } from './oauth-requests';

export interface OpenedConnection {
  readonly request: OAuthRequest;
  /** Leads on to the consent; only the browser that it was made for can come back from there. */
  readonly authorizationUrl: string;
}

/** What the page behind `connect_url` asks. */
export class ConnectionLinks {
  constructor(
    private readonly requests: OAuthRequests,
    private readonly address: ConsentAddress,
  ) {}

  /**
   * The consent that a link leads to, bound to the browser that opened the link; nothing is used up by it.
   * @param browser SHA-256 (base64url) of the browser's mark
   * Throws `Rejected('invalid_state')` when the consent is unknown, over, or older than ten minutes.
   */
  async open(link: string, browser: string): Promise<OpenedConnection> {
    const request = await this.requests.findPending(link);
    return { request, authorizationUrl: this.address.of(request, this.requests.stateFor(request, browser)) };
  }
}
