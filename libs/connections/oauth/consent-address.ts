import { Inject, Injectable } from '@nestjs/common';
import { PLATFORM, type Platform } from '@pps/platform';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { requestedScopes } from '../accounts/missing-scopes';
import type { OAuthRequest } from './oauth-requests';
import { redirectUri } from './redirect-uri';

/** Where a user consents. */
@Injectable()
export class ConsentAddress {
  constructor(
    @Inject(PLATFORM) private readonly platform: Platform,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** The platform's page; in a sandbox there is nobody to consent, so the address leads straight to the callback. */
  of({ environment }: Pick<OAuthRequest, 'environment'>, state: string): string {
    const callback = redirectUri(this.configuration);
    return environment === 'sandbox'
      ? `${callback}?${new URLSearchParams({ state, code: 'sandbox' }).toString()}`
      : this.platform.authorizationUrl({ state, redirectUri: callback, scopes: requestedScopes });
  }
}
