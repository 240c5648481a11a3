import type { OAuthRequest, OAuthRequests } from './oauth-requests';
import type { PlatformConsent } from './platform-consent';

export interface OpenedConnection {
  readonly request: OAuthRequest;
  /** Leads on to the consent; only the browser that it was made for can come back from there. */
  readonly authorizationUrl: string;
}

export interface ConnectionLinkDeps {
  readonly oauthRequests: Pick<OAuthRequests, 'findPending' | 'stateFor'>;
  readonly platformConsent: Pick<PlatformConsent, 'address'>;
}

/**
 * The consent that a `connect_url` leads to, bound to the browser that opened it; nothing is used up by it.
 * @param browser SHA-256 (base64url) of the browser's mark
 * Throws `Rejected('invalid_state')` when the consent is unknown, over, or older than ten minutes.
 */
export async function openConnectionLink(
  { oauthRequests, platformConsent }: ConnectionLinkDeps,
  link: string,
  browser: string,
): Promise<OpenedConnection> {
  const request = await oauthRequests.findPending(link);
  return { request, authorizationUrl: platformConsent.address(request, oauthRequests.stateFor(request, browser)) };
}
