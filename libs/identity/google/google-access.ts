import { Rejected } from '@pps/kernel';
import { features, type Configuration } from '@pps/runtime';
import { GoogleClient } from './google.client';

/** The client for Google as the settings say; absent when signing in with Google is not configured. */
export class GoogleAccess {
  constructor(private readonly client: GoogleClient | null) {}

  static from(configuration: Configuration): GoogleAccess {
    const {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      PUBLIC_URL,
      GOOGLE_TIMEOUT,
    } = configuration;
    if (features(configuration).google.state === 'disabled' || !clientId || !clientSecret) return new GoogleAccess(null);
    const redirectUri = `${PUBLIC_URL}/v1/auth/google/callback`;
    return new GoogleAccess(new GoogleClient({ issuer, clientId, clientSecret, redirectUri, timeoutMs: GOOGLE_TIMEOUT }));
  }

  /** Throws `Rejected('service_unavailable')` when signing in with Google is not configured. */
  requireClient(): GoogleClient {
    if (!this.client)
      throw new Rejected(
        'service_unavailable',
        'Signing in with Google is not configured',
        {},
        { remediation: 'This installation does not offer it. Log in with e-mail address and password.' },
      );
    return this.client;
  }
}
