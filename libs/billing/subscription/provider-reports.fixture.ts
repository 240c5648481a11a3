import { fold } from '@pps/kernel';
import { applyProviderEvent, type ProviderEvent } from './provider-event.decider';
import type { SeenSubscription } from './provider-subscription.policy';
import { subscription } from './subscription.stream';
import type { ProviderEventKind, SubscriptionFact } from './subscription.events';

export const started: SubscriptionFact = {
  type: 'SubscriptionStarted',
  data: { organizationId: 'o', plan: 'playground', status: 'active', startedAt: '2026-01-01T00:00:00.000Z' },
};

export interface Report extends Partial<SeenSubscription> {
  readonly id?: string;
  readonly day?: number;
  readonly kind?: Exclude<ProviderEventKind, 'reconciled'>;
}

/** The provider's event of that day of January about the subscription `sub_1`. */
export function event({ id = 'evt_1', day = 2, kind = 'updated', ...changes }: Report = {}): ProviderEvent {
  const reported: SeenSubscription = {
    ...{ endsWithPeriod: false, priceIds: [] },
    ...{ subscriptionId: 'sub_1', plan: 'growth', providerStatus: 'active', billingCycle: 'monthly' },
    ...{ periodStart: null, periodEnd: null, cancelAt: null, trialEnd: null, subscribedAt: '2026-01-02T00:00:00.000Z' },
    ...changes,
  };
  return { eventId: id, occurredAt: dayOf(day), kind, customerId: 'cus_1', subscription: reported };
}

export const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();

export type Reports = readonly (Report | SubscriptionFact)[];

/** The facts after these reports, each under an id of its own. */
export const after = (...reports: readonly (Report | SubscriptionFact)[]): readonly SubscriptionFact[] =>
  reports.reduce<readonly SubscriptionFact[]>(
    (facts, each, index) => [
      ...facts,
      ...('type' in each ? [each] : applyProviderEvent(event({ id: `evt_${index}`, ...each }), fold(subscription, facts))),
    ],
    [started],
  );

export const standing = (...reports: readonly (Report | SubscriptionFact)[]) => {
  const state = fold(subscription, after(...reports));
  return state.kind === 'none' ? null : [state.plan, state.status];
};
