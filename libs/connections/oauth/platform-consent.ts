import type { Configuration } from '@pps/runtime';
import { type Platform, PlatformError, type PlatformToken, type PlatformUser } from '@pps/platform';
import { Rejected } from '@pps/kernel';
import { requestedScopes } from '../accounts/missing-scopes';
import type { OAuthRequest } from './oauth-requests';
import { platformRejection } from '../tokens/reconnection';

/** Where the platform sends the user back to. The consent and the exchange of the code must name the same text. */
const redirectUri = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/v1/platform/oauth/callback`;

/** Consents at the platform: where a user gives one, and what its code stands for. */
export class PlatformConsent {
  constructor(
    private readonly platform: Platform,
    private readonly configuration: Configuration,
  ) {}

  /** The platform's page; in a sandbox there is nobody to consent, so the address leads straight to the callback. */
  address({ environment }: Pick<OAuthRequest, 'environment'>, state: string): string {
    const callback = redirectUri(this.configuration);
    return environment === 'sandbox'
      ? `${callback}?${new URLSearchParams({ state, code: 'sandbox' }).toString()}`
      : this.platform.authorizationUrl({ state, redirectUri: callback, scopes: requestedScopes });
  }

  /** The tokens and the user that the code stands for. Throws `Rejected`: `access_denied`, `scope_missing`, `platform_rate_limited`, `platform_unavailable`. */
  async exchangeCode(code: string): Promise<{ readonly token: PlatformToken; readonly user: PlatformUser }> {
    try {
      const { value: token } = await this.platform.exchangeCode({ code, redirectUri: redirectUri(this.configuration) });
      const { value: user } = await this.platform.user(token.accessToken);
      return { token, user };
    } catch (error) {
      throw error instanceof PlatformError ? consentRejection(error) : error;
    }
  }
}

function consentRejection(error: PlatformError): Rejected {
  if (error.kind === 'grant_refused')
    return new Rejected(
      'access_denied',
      'The platform did not accept the authorization code',
      {},
      { remediation: 'Start the connection again; a code works once and for a short time.' },
    );
  if (error.kind === 'scope_missing') return new Rejected('scope_missing', 'The consent lacks the scope user_accounts:read');
  return platformRejection(error);
}
