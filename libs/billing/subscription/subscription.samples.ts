import type { SubscriptionFact } from './subscription.events';

const organizationId = '0197a000-0000-7000-8000-000000000001';

export const subscriptionSamples: readonly SubscriptionFact[] = [
  {
    type: 'SubscriptionStarted',
    data: { organizationId, plan: 'playground', status: 'active', startedAt: '2026-01-05T09:00:00.000Z' },
  },
  { type: 'PlanChanged', data: { plan: 'growth', changedAt: '2026-01-06T09:00:00.000Z' } },
  { type: 'BillingStatusChanged', data: { status: 'past_due', changedAt: '2026-02-06T09:00:00.000Z' } },
  {
    type: 'ProviderEventApplied',
    data: {
      eventId: 'evt_1Q0000000000000000000001',
      occurredAt: '2026-01-06T09:00:00.000Z',
      provider: 'stripe',
      billingCycle: 'monthly',
      periodStart: '2026-01-06T09:00:00.000Z',
      periodEnd: '2026-02-06T09:00:00.000Z',
      cancelAt: null,
    },
  },
  {
    type: 'ProviderEventApplied',
    data: {
      eventId: 'evt_1Q0000000000000000000002',
      occurredAt: '2026-02-06T09:00:00.000Z',
      kind: 'updated',
      provider: 'stripe',
      billingCycle: 'annual',
      periodStart: '2026-02-06T09:00:00.000Z',
      periodEnd: '2027-02-06T09:00:00.000Z',
      cancelAt: '2027-02-06T09:00:00.000Z',
    },
  },
];
