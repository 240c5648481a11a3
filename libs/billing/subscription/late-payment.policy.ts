import type { Subscription } from './subscription.decider';

/** So long after a payment became late what was accepted before is published still. */
export const lateForMs = 7 * 24 * 3_600_000;

/** Until when what was accepted before is published, ISO 8601; null unless a payment is late. */
export function acceptedUntil({ plan, status, statusSince }: Pick<Subscription, 'plan' | 'status' | 'statusSince'>): string | null {
  if (plan === 'playground' || status !== 'past_due') return null;
  return new Date(Date.parse(statusSince) + lateForMs).toISOString();
}
