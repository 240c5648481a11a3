import type { PlatformToken } from '../platform';

// Years after 9999 have no four-digit form.
const never = new Date('9999-12-31T00:00:00.000Z');

/** Tokens that no platform would take and that never expire: what a simulated account is connected with. */
export const simulatedToken = (scopes: readonly string[]): PlatformToken => ({
  accessToken: 'simulated',
  refreshToken: 'simulated',
  scopes,
  expiresAt: never,
  refreshTokenExpiresAt: null,
});
