import { type Platform } from '@pps/platform';
import { type Configuration } from '@pps/runtime';
import { requestedScopes } from '../accounts/missing-scopes';
import type { OAuthRequest } from './oauth-requests';
import { redirectUri } from './redirect-uri';

/** Where a user consents. */
export class ConsentAddress {
  constructor(
    private readonly platform: Platform,
    private readonly configuration: Configuration,
  ) {}

  /** The platform's page; in a sandbox there is nobody to consent, so the address leads straight to the callback. */
  of({ environment }: Pick<OAuthRequest, 'environment'>, state: string): string {
    const callback = redirectUri(this.configuration);
    return environment === 'sandbox'
      ? `${callback}?${new URLSearchParams({ state, code: 'sandbox' }).toString()}`
      : this.platform.authorizationUrl({ state, redirectUri: callback, scopes: requestedScopes });
  }
}
