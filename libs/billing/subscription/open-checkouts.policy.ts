import type { CheckoutStarted } from './subscription.events';

export interface OpenCheckout {
  readonly sessionId: string;
  readonly startedAt: string;
}

/** The provider closes a page by itself after 24 hours by its own clock. */
const closedByThenMs = 25 * 3_600_000;

/** More are open only while so many are begun at the same moment. */
const mostRemembered = 100;

/** Whether the session is a page where a subscription is bought; the others are the portal's, which change one. */
export const isCheckoutSession = (sessionId: string): boolean => sessionId.startsWith('cs_');

/** The open pages after one more was begun. */
export function opened({ sessionId, startedAt }: CheckoutStarted['data'], before: readonly OpenCheckout[]): readonly OpenCheckout[] {
  const since = Date.parse(startedAt) - closedByThenMs;
  const open = before.filter((each) => Date.parse(each.startedAt) > since);
  return isCheckoutSession(sessionId) ? [...open, { sessionId, startedAt }].slice(-mostRemembered) : open;
}

/** Of the open pages those that were begun before this one; none when it is not open itself. */
export function begunBefore(sessionId: string, open: readonly OpenCheckout[]): readonly OpenCheckout[] {
  return open.slice(
    0,
    Math.max(
      0,
      open.findIndex((each) => each.sessionId === sessionId),
    ),
  );
}
