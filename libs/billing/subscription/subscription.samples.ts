import type { SubscriptionFact } from './subscription.events';

const organizationId = '0197a000-0000-7000-8000-000000000001';

export const subscriptionSamples: readonly SubscriptionFact[] = [
  {
    type: 'SubscriptionStarted',
    data: { organizationId, plan: 'playground', status: 'active', startedAt: '2026-01-05T09:00:00.000Z' },
  },
  { type: 'PlanChanged', data: { plan: 'growth', changedAt: '2026-01-06T09:00:00.000Z' } },
  { type: 'BillingStatusChanged', data: { status: 'past_due', changedAt: '2026-02-06T09:00:00.000Z' } },
  { type: 'OwnLimitsSet', data: { limits: { quotaPinsMonthly: 250_000, webhooksLimit: 300 }, setAt: '2026-02-07T09:00:00.000Z' } },
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
  {
    type: 'PlanChanged',
    data: { plan: 'enterprise', changedAt: '2026-02-07T09:00:00.000Z', decidedBy: 'operator' },
  },
  {
    type: 'PaymentCustomerAssigned',
    data: { provider: 'stripe', customerId: 'cus_Q0000000000001', assignedAt: '2026-02-07T09:00:00.000Z' },
  },
  {
    type: 'CheckoutStarted',
    data: { sessionId: 'cs_test_a1B2c3', plan: 'pro', billingCycle: 'annual', startedAt: '2026-02-07T09:00:01.000Z' },
  },
  { type: 'CheckoutClosed', data: { sessionId: 'cs_test_a1B2c3', outcome: 'expired', closedAt: '2026-02-07T09:00:01.500Z' } },
  {
    type: 'DuplicateSubscriptionFound',
    data: {
      subscriptionId: 'sub_1Q0000000000000000000002',
      plan: 'starter',
      retainedSubscriptionId: 'sub_1Q0000000000000000000001',
      isCredited: true,
      foundAt: '2026-02-07T09:00:01.700Z',
    },
  },
  {
    type: 'PaymentCustomerRemoved',
    data: { customerId: 'cus_Q0000000000001', reason: 'deleted', removedAt: '2026-02-10T09:00:00.000Z' },
  },
  {
    type: 'EndWithdrawalRequested',
    data: {
      subscriptionId: 'sub_1Q0000000000000000000001',
      sessionId: 'bps_1Q000000000001',
      cancelAt: '2026-03-07T09:00:00.000Z',
      requestedAt: '2026-02-11T09:00:00.000Z',
    },
  },
  {
    type: 'EndWithdrawalSettled',
    data: {
      subscriptionId: 'sub_1Q0000000000000000000001',
      sessionId: 'bps_1Q000000000001',
      outcome: 'withdrawn',
      settledAt: '2026-02-11T09:00:01.000Z',
    },
  },
  { type: 'BillingPortalOpened', data: { sessionId: 'bps_1Q000000000001', openedAt: '2026-02-07T09:00:02.000Z' } },
  {
    type: 'PaymentNoted',
    data: {
      eventId: 'evt_1Q0000000000000000000003',
      kind: 'disputed',
      objectId: 'dp_1Q0000000000000000000001',
      amount: 149_000,
      currency: 'usd',
      outcome: 'needs_response',
      occurredAt: '2026-02-08T09:00:00.000Z',
    },
  },
  {
    type: 'ProviderEventApplied',
    data: {
      eventId: 'evt_1Q0000000000000000000004',
      occurredAt: '2026-02-09T09:00:00.000Z',
      kind: 'created',
      provider: 'stripe',
      billingCycle: 'annual',
      periodStart: '2026-02-09T09:00:00.000Z',
      periodEnd: '2026-02-23T09:00:00.000Z',
      cancelAt: null,
      subscriptionId: 'sub_1Q0000000000000000000001',
      customerId: 'cus_Q0000000000001',
      plan: 'growth',
      providerStatus: 'trialing',
      trialEnd: '2026-02-23T09:00:00.000Z',
      subscribedAt: '2026-02-09T09:00:00.000Z',
    },
  },
];
