import { Rejected } from '@pps/kernel';
import { features, type Configuration } from '@pps/runtime';
import { GoogleProvider } from './google-provider';

/** The provider as configured; absent when nobody has named one. */
export class GoogleAccess {
  constructor(private readonly provider: GoogleProvider | null) {}

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
    return new GoogleAccess(new GoogleProvider({ issuer, clientId, clientSecret, redirectUri, timeoutMs: GOOGLE_TIMEOUT }));
  }

  /** Throws `Rejected('service_unavailable')` when signing in with Google is not configured. */
  require(): GoogleProvider {
    if (!this.provider) throw new Rejected('service_unavailable', 'Signing in with Google is not configured');
    return this.provider;
  }
}
