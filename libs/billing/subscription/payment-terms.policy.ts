import type { Subscription } from './subscription.stream';

/** So long after a payment became late what was accepted before is published still. */
const lateForMs = 7 * 24 * 3_600_000;

/** Until when what was accepted before is published, ISO 8601; null unless a payment is late. */
export function acceptedUntil({ plan, status, statusSince }: Pick<Subscription, 'plan' | 'status' | 'statusSince'>): string | null {
  if (plan === 'playground' || status !== 'past_due') return null;
  return new Date(Date.parse(statusSince) + lateForMs).toISOString();
}

/** When the trial becomes a paid plan, ISO 8601; null without a trial, and where the subscription is canceled by then. */
export function trialEndOf({ status, provider }: Pick<Subscription, 'status' | 'provider'>): string | null {
  if (status !== 'trialing' || !provider) return null;
  // Older facts do not say when the trial ends; it lasts for the first period.
  const end = provider.trialEnd ?? provider.periodEnd;
  const isCanceled = end !== null && provider.cancelAt !== null && provider.cancelAt <= end;
  return isCanceled ? null : end;
}

/** Whether pins and schedules may be created: a paid plan has to be paid for. */
export function mayPublish({ plan, status }: Pick<Subscription, 'plan' | 'status'>): boolean {
  return plan === 'playground' || status === 'active' || status === 'trialing';
}
