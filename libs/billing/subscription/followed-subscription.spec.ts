import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { reconcileSubscription, removeCustomer } from './provider-event.decider';
import { after, dayOf, event, standing, type Reports } from './provider-reports.fixture';
import { subscription } from './subscription.stream';
import type { ProviderStatus, SubscriptionFact } from './subscription.events';

describe('a subscription that is known by its id', () => {
  const month = { periodStart: '2026-01-02T00:00:00.000Z', periodEnd: '2026-02-02T00:00:00.000Z' };
  const renamed = { plan: null, billingCycle: null, priceIds: ['price_1'] } as const;
  const stateAfter = (...reports: Reports) => {
    const state = fold(subscription, after(...reports));
    return state.kind === 'none' ? null : state;
  };

  it.each<[ProviderStatus, string, string]>([
    ['canceled', 'playground', 'canceled'],
    ['past_due', 'growth', 'past_due'],
    ['unpaid', 'growth', 'unpaid'],
    ['active', 'growth', 'active'],
  ])('is followed whatever its prices are called now: %s', (providerStatus, plan, status) => {
    expect(standing({ ...month }, { day: 3, ...renamed, providerStatus })).toEqual([plan, status]);
  });

  it('keeps cycle and period that another shape of it does not say, and ends with that period', () => {
    const state = stateAfter({ ...month }, { day: 3, ...renamed, endsWithPeriod: true });
    expect(state?.provider).toMatchObject({ ...month, billingCycle: 'monthly', cancelAt: month.periodEnd });
  });

  it('gives no plan when it is of none and not known', () => {
    expect(after({ ...renamed })).toHaveLength(1);
  });

  it('is mended by what is read of it, though its price is no plan any more', () => {
    const state = fold(subscription, after({ ...month }));
    const read = { ...event({ ...renamed, providerStatus: 'past_due' }), readAt: dayOf(4) };
    expect(reconcileSubscription(read, state)).toMatchObject([{ data: { plan: 'growth' } }, { data: { status: 'past_due' } }]);
  });
});

describe('a subscription that was never completed', () => {
  const onPro: SubscriptionFact = { type: 'PlanChanged', data: { plan: 'pro', changedAt: dayOf(1) } };

  it.each<ProviderStatus>(['canceled', 'incomplete_expired'])('changes nothing as %s', (providerStatus) => {
    expect(standing(onPro, { providerStatus: 'incomplete', kind: 'created' }, { day: 3, providerStatus, kind: 'deleted' })).toEqual([
      'pro',
      'active',
    ]);
  });

  it('and then was, which is told late, ends as every other does', () => {
    const late = [{ day: 2, providerStatus: 'incomplete' }, { day: 4, providerStatus: 'canceled' }, { day: 3 }] as const;
    expect(standing(onPro, ...late)).toEqual(['playground', 'canceled']);
  });

  it('and then was, ends as every other does', () => {
    const life = [{ providerStatus: 'incomplete' }, { day: 3 }, { day: 4, providerStatus: 'canceled' }] as const;
    expect(standing(onPro, ...life)).toEqual(['playground', 'canceled']);
  });
});

describe('what was begun at checkout and is paid while the subscription is set to end', () => {
  const cancelAt = '2026-02-02T00:00:00.000Z';
  const begun = (plan: 'pro' | 'growth', sessionId = 'bps_1'): SubscriptionFact => ({
    type: 'CheckoutStarted',
    data: { sessionId, plan, billingCycle: 'monthly', startedAt: dayOf(3) },
  });
  const requested = (...reports: Reports) =>
    after(...reports).flatMap((fact) => (fact.type === 'EndWithdrawalRequested' ? [fact.data] : []));

  it('has the end taken back, once', () => {
    const paid = { day: 4, plan: 'pro', cancelAt } as const;
    const again = { ...paid, day: 5 };
    expect(requested({ cancelAt }, begun('pro'), paid, again)).toEqual([
      { subscriptionId: 'sub_1', sessionId: 'bps_1', cancelAt, requestedAt: dayOf(4) },
    ]);
  });

  it.each<[string, Reports]>([
    ['nothing was begun', [{ cancelAt }, { day: 4, plan: 'pro', cancelAt }]],
    ['something else was begun', [{ cancelAt }, begun('growth'), { day: 4, plan: 'pro', cancelAt }]],
    ['it is not paid', [{ cancelAt }, begun('pro'), { day: 4, plan: 'pro', cancelAt, providerStatus: 'past_due' }]],
    ['the end was asked for afterwards', [{}, begun('pro'), { day: 4, plan: 'pro' }, { day: 5, plan: 'pro', cancelAt }]],
    ['it only was begun', [{ cancelAt }, begun('growth'), { day: 4, cancelAt }]],
    [
      'the page was closed unpaid',
      [
        { cancelAt },
        begun('pro', 'cs_1'),
        { type: 'CheckoutClosed', data: { sessionId: 'cs_1', outcome: 'expired', closedAt: dayOf(3) } },
        { day: 4, plan: 'pro', cancelAt },
      ],
    ],
  ])('has none taken back when %s', (_, reports) => {
    expect(requested(...reports)).toEqual([]);
  });

  it('has the end of the one taken back that goes on when what was bought is a second one', () => {
    const bought = { day: 4, subscriptionId: 'sub_2', plan: 'growth' } as const;
    expect(requested({ plan: 'pro', cancelAt }, begun('growth', 'cs_1'), bought)).toMatchObject([{ subscriptionId: 'sub_1', cancelAt }]);
  });
});

describe('a customer that the provider has no more', () => {
  const assigned: SubscriptionFact = {
    type: 'PaymentCustomerAssigned',
    data: { provider: 'stripe', customerId: 'cus_1', assignedAt: dayOf(1) },
  };
  const gone = { customerId: 'cus_1', reason: 'deleted' as const, removedAt: dayOf(5) };

  it('is the organization no longer, and what it subscribed has ended, once', () => {
    const decide = (state: Parameters<typeof removeCustomer>[1]) => removeCustomer(gone, state);
    const facts = given(subscription, ...after(assigned, {})).when(decide);
    expect(fold(subscription, [...after(assigned, {}), ...facts])).toMatchObject({
      ...{ customerId: null, formerCustomerId: 'cus_1', plan: 'playground', status: 'canceled' },
    });
    expect(given(subscription, ...after(assigned, {})).twice(decide)).toEqual([]);
  });

  it('ends nothing of the one that was made after it', () => {
    const another: SubscriptionFact = { ...assigned, data: { ...assigned.data, customerId: 'cus_2' } };
    const missing: SubscriptionFact = { type: 'PaymentCustomerRemoved', data: { ...gone, reason: 'missing' } };
    expect(removeCustomer(gone, fold(subscription, after(assigned, missing, another, {})))).toEqual([]);
  });
});
