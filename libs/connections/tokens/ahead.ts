import type { Connection } from '../accounts/connection.state';

/** A token that lives 30 days is refreshed 5 days ahead, while its refresh token (60 days) still has more than a month for another try. */
export const aheadAtMostMs = 5 * 86_400_000;

/** Milliseconds that the access token still works; none or less when it has expired. */
export const leftOf = (connection: Connection, now: Date): number => Date.parse(connection.tokenExpiresAt) - now.getTime();

/** Whether to refresh now, with `mostMs` or a fifth of the token's life still left, whichever is less. */
export function isDueAhead(connection: Connection, now: Date, mostMs: number): boolean {
  const lifeMs = Date.parse(connection.tokenExpiresAt) - Date.parse(connection.tokenIssuedAt);
  return leftOf(connection, now) <= Math.min(mostMs, lifeMs / 5);
}

/** Whether its tokens are of any use: simulated ones never die, dead ones need a new consent. */
export const isRefreshable = ({ simulated, revokedAt, reconnectReason }: Connection): boolean =>
  simulated === undefined && revokedAt === null && reconnectReason === null;
