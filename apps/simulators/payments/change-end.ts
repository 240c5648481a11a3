import { textAt, type NestedForm } from './nested-form';
import type { PaymentState } from './payment-state';
import { invalidStripeRequest } from './stripe-refusal';
import { cancelAtPeriodEnd, endOn, isEndedRow, withoutPeriodEnd, type LifeStep, type SubscriptionRow } from './subscription-life.policy';

/** Sets or takes back the end of a subscription: with its period, or on a date; one call names one of them, as at Stripe. */
export function changeEnd(state: PaymentState, row: SubscriptionRow, form: NestedForm): LifeStep {
  if (isEndedRow(row)) throw invalidStripeRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const [names, now] = [['cancel_at_period_end', 'cancel_at'].filter((name) => Object.hasOwn(form, name)), state.now()];
  if (names.length !== 1) throw invalidStripeRequest('Name one of cancel_at_period_end and cancel_at; nothing else is simulated');
  const value = textAt(form, names[0] ?? '');
  if (names[0] === 'cancel_at') {
    if (!/^\d*$/.test(value)) throw invalidStripeRequest('Invalid timestamp: cancel_at');
    return endOn(row, value === '' ? null : Number(value), now);
  }
  if (value !== 'true' && value !== 'false') throw invalidStripeRequest('Invalid boolean: cancel_at_period_end');
  return value === 'true' ? cancelAtPeriodEnd(row, now) : withoutPeriodEnd(row, now);
}
