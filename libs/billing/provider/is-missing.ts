import Stripe from 'stripe';

/** Whether the provider refused because it does not have what was named. */
export const isMissing = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
