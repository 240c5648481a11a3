import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { mayPublish } from './payment-terms.policy';
import { decideSubscriptionStart, subscription } from './subscription.stream';
import { subscriptionSamples } from './subscription.samples';
import type { SubscriptionStarted } from './subscription.events';

const started = subscriptionSamples[0] as SubscriptionStarted;

describe('a subscription', () => {
  it('starts once', () => {
    expect(given(subscription).when((state) => decideSubscriptionStart(started.data, state))).toEqual([started]);
    expect(given(subscription).twice((state) => decideSubscriptionStart(started.data, state))).toEqual([]);
  });

  it('is what its facts say: plan and status change apart', () => {
    expect(fold(subscription, subscriptionSamples)).toMatchObject({
      kind: 'started',
      organizationId: started.data.organizationId,
      plan: 'enterprise',
      status: 'past_due',
    });
  });

  it('allows publishing while it is paid for, and always on the free plan', () => {
    expect(mayPublish({ plan: 'playground', status: 'canceled' })).toBe(true);
    expect(mayPublish({ plan: 'growth', status: 'trialing' })).toBe(true);
    expect(mayPublish({ plan: 'growth', status: 'past_due' })).toBe(false);
    expect(mayPublish({ plan: 'enterprise', status: 'unpaid' })).toBe(false);
  });
});
