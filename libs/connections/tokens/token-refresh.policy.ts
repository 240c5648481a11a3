import type { Connection } from '../accounts/connection.stream';

/** A token that lives 30 days is refreshed 5 days ahead: its refresh token lives 60 days, so a failed refresh can be retried for more than a month. */
export const maxRefreshAheadMs = 5 * 86_400_000;

/** Milliseconds until the access token expires; 0 or less when it has expired. */
export const msUntilExpiry = (connection: Connection, now: Date): number => Date.parse(connection.tokenExpiresAt) - now.getTime();

/** Whether to refresh now: the token expires within `mostMs` or within a fifth of its life, whichever is shorter. */
export function isRefreshDue(connection: Connection, now: Date, mostMs: number): boolean {
  const lifeMs = Date.parse(connection.tokenExpiresAt) - Date.parse(connection.tokenIssuedAt);
  return msUntilExpiry(connection, now) <= Math.min(mostMs, lifeMs / 5);
}

/** Whether a refresh can help: simulated tokens never expire, and refused or revoked ones need a new consent. */
export const isRefreshable = ({ simulated, revokedAt, reconnectReason }: Connection): boolean =>
  simulated === undefined && revokedAt === null && reconnectReason === null;
