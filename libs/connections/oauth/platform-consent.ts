import { Rejected } from '@pps/kernel';
import { PlatformError, type Platform, type PlatformToken, type PlatformUser } from '@pps/platform';
import { type Configuration } from '@pps/runtime';
import { platformRejection } from '../tokens/platform-rejection';
import { redirectUri } from './redirect-uri';

/** Exchanges authorization codes at the platform. */
export class PlatformConsent {
  constructor(
    private readonly platform: Platform,
    private readonly configuration: Configuration,
  ) {}

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
