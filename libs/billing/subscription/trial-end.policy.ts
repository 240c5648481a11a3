import type { Subscription } from './subscription.decider';

/** When the trial becomes a paid plan, ISO 8601; null without a trial, and where the subscription is canceled by then. */
export function trialEndOf({ status, provider }: Pick<Subscription, 'status' | 'provider'>): string | null {
  if (status !== 'trialing' || !provider) return null;
  // Older facts do not say when the trial ends; it lasts for the first period.
  const end = provider.trialEnd ?? provider.periodEnd;
  const isCanceled = end !== null && provider.cancelAt !== null && provider.cancelAt <= end;
  return isCanceled ? null : end;
}
