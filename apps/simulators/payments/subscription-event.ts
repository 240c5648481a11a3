/** A subscription as a control route sets it. */
export interface SubscriptionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly plan: string;
  readonly status: string;
  readonly billingCycle: 'monthly' | 'annual';
}

const cycleSeconds = { monthly: 30 * 86_400, annual: 365 * 86_400 } as const;

/** The provider's event about it, as Stripe writes one; times are Unix seconds. */
export function subscriptionEvent(id: string, { id: subscription, workspaceId, plan, status, billingCycle }: SubscriptionRow, now: Date) {
  const created = Math.floor(now.getTime() / 1000);
  const period = { current_period_start: created, current_period_end: created + cycleSeconds[billingCycle] };
  const recurring = { interval: billingCycle === 'annual' ? 'year' : 'month' };
  return {
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created,
    data: {
      object: {
        id: subscription,
        object: 'subscription',
        status,
        cancel_at: null,
        metadata: { workspace_id: workspaceId },
        items: { data: [{ ...period, price: { lookup_key: `${plan}_${billingCycle}`, recurring } }] },
      },
    },
  };
}
