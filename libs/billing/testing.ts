import { streamSamples, type StreamSamples } from '@pps/event-store/testing';
import { type QuotaFact, quotaStream } from './quota/quota.stream';

import { type CustomerFact, customerStream } from './customers/customer.stream';
import { subscriptionSamples } from './subscription/subscription.samples';
import { billingStream } from './subscription/subscription.stream';

export { subscriptionSamples };
export { fromStripeSubscription } from './provider/stripe-subscription';
export { followed, standingOf } from './subscription/provider-subscription.policy';
export { reconcileSubscription } from './subscription/provider-event.decider';

export const quotaSamples: readonly QuotaFact[] = [
  {
    type: 'QuotaConsumed',
    data: {
      entries: [
        {
          entryId: '01890a5d-ac96-774b-bcce-000000000005',
          pinId: '01890a5d-ac96-774b-bcce-000000000001',
          units: 1,
          source: 'api',
          at: '2026-11-20T10:00:00.000Z',
          actor: { type: 'api_key', id: '01890a5d-ac96-774b-bcce-000000000007' },
        },
      ],
    },
  },
  {
    type: 'QuotaConsumed',
    data: {
      entries: [
        {
          entryId: '01890a5d-ac96-774b-bcce-000000000006',
          pinId: '01890a5d-ac96-774b-bcce-000000000002',
          accountId: '01890a5d-ac96-774b-bcce-000000000004',
          scheduleId: '01890a5d-ac96-774b-bcce-000000000009',
          units: 1,
          source: 'schedule',
          at: '2026-11-20T10:00:00.000Z',
          actor: { type: 'user', id: '01890a5d-ac96-774b-bcce-000000000008' },
        },
      ],
    },
  },
  {
    type: 'QuotaReleased',
    data: {
      entries: [
        {
          entryId: '01890a5d-ac96-774b-bcce-000000000005',
          pinId: '01890a5d-ac96-774b-bcce-000000000001',
          reason: 'pin_abandoned',
          at: '2026-11-20T10:02:00.000Z',
        },
      ],
    },
  },
  {
    type: 'QuotaThresholdReached',
    data: {
      plan: 'starter',
      month: '2026-11',
      thresholdPercent: 80,
      quotaLimit: 300,
      quotaUsed: 240,
      reachedAt: '2026-11-20T10:03:00.000Z',
    },
  },
];

const customerSamples: readonly CustomerFact[] = [
  {
    type: 'PaymentCustomerClaimed',
    data: {
      organizationId: '0197a000-0000-7000-8000-000000000001',
      projectId: '0197a000-0000-7000-8000-000000000002',
      claimedAt: '2026-02-07T09:00:00.000Z',
    },
  },
];

/** A sample of every shape ever written; a shape that changes gets a new sample, the old one stays as an older one. */
export const samples: readonly StreamSamples[] = [
  streamSamples(billingStream, subscriptionSamples),
  streamSamples(quotaStream, quotaSamples),
  streamSamples(customerStream, customerSamples),
];
