import { cleanOutsideText, isUnstorable, Rejected } from '@pps/kernel';
import { createHash } from 'node:crypto';
import { custom, errors, Issuer, type BaseClient } from 'openid-client';
import { features, type Configuration } from '@pps/runtime';

const longestName = 255;

interface GoogleClientSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Milliseconds one call may take. */
  readonly timeoutMs: number;
}

export interface GoogleIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Speaks OpenID Connect's code flow, with PKCE and nonce, to the identity provider; its endpoints are discovered at the first call. */
export class GoogleClient {
  private discovered: Promise<BaseClient> | undefined;

  constructor(private readonly settings: GoogleClientSettings) {}

  /** Where to send the browser. Throws `Rejected('service_unavailable')` when the provider does not answer. */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets): Promise<string> {
    const client = await this.discoverOnce();
    const code_challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return client.authorizationUrl({ scope: 'openid email profile', state, nonce, code_challenge, code_challenge_method: 'S256' });
  }

  /** Exchanges the code for the identity of who consented. Throws `Rejected('access_denied')` for an invalid code, `Rejected('service_unavailable')` when the provider does not answer. */
  async exchange(code: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<GoogleIdentity> {
    const client = await this.discoverOnce();
    const checks = { state, nonce, code_verifier: codeVerifier, response_type: 'code' };
    const tokens = await client.callback(this.settings.redirectUri, { code, state }, checks).catch((error: unknown) => {
      if (error instanceof errors.OPError || error instanceof errors.RPError)
        throw new Rejected(
          'access_denied',
          'The sign-in was not accepted',
          {},
          { remediation: 'Start the sign-in again at GET /v1/auth/google/login.' },
        );
      throw unavailable();
    });
    const { iss, sub, email, email_verified, name } = tokens.claims();
    if (typeof email !== 'string' || email === '' || isUnstorable(email))
      throw new Rejected(
        'access_denied',
        'The sign-in names no e-mail address',
        {},
        { remediation: 'Sign in with a Google account that has an e-mail address.' },
      );
    return { issuer: iss, subject: sub, email, emailVerified: email_verified === true, name: cleanName(name) };
  }

  private discoverOnce(): Promise<BaseClient> {
    return (this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    }));
  }

  private async discover(): Promise<BaseClient> {
    const { issuer, clientId, clientSecret, redirectUri, timeoutMs } = this.settings;
    custom.setHttpOptionsDefaults({ timeout: timeoutMs });
    const provider = await Issuer.discover(issuer).catch(() => {
      throw unavailable();
    });
    return new provider.Client({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      response_types: ['code'],
    });
  }
}

/** The name is personal data of whoever wrote it there: anything but a text is none. */
const cleanName = (name: unknown): string | null => (typeof name === 'string' ? cleanOutsideText(name.trim(), longestName) || null : null);

const unavailable = () => new Rejected('service_unavailable', 'Google does not answer');

/** The client for Google as the settings say; null when signing in with Google is not configured. */
export function openGoogleClient(configuration: Configuration): GoogleClient | null {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = configuration;
  if (features(configuration).google.state === 'disabled' || !clientId || !clientSecret) return null;
  const redirectUri = `${configuration.PUBLIC_URL}/v1/auth/google/callback`;
  return new GoogleClient({ issuer, clientId, clientSecret, redirectUri, timeoutMs: configuration.GOOGLE_TIMEOUT });
}

/** Throws `Rejected('service_unavailable')` when signing in with Google is not configured. */
export function requireGoogle(client: GoogleClient | null): GoogleClient {
  if (client) return client;
  throw new Rejected(
    'service_unavailable',
    'Signing in with Google is not configured',
    {},
    { remediation: 'This installation does not offer it. Log in with e-mail address and password.' },
  );
}
