import { billingStream, plans, type BillingStatus } from '@pps/billing/events';
import { factsOf, streamId } from '@pps/event-store';
import { activitySource, type Activity } from './activity';

const statusesOfPayment: Readonly<Record<BillingStatus, Activity['status']>> = {
  active: 'success',
  trialing: 'success',
  past_due: 'failed',
  unpaid: 'failed',
  canceled: 'canceled',
};

/** The plan, and whether it is paid for. */
export const billingActivities = activitySource(
  factsOf(billingStream, 'SubscriptionStarted', 'PlanChanged', 'BillingStatusChanged', 'CheckoutStarted', 'BillingPortalOpened'),
  (fact): Activity => {
    const resource = { resourceType: 'subscription', resourceId: streamId(billingStream, fact.stream) ?? fact.stream };
    switch (fact.type) {
      case 'SubscriptionStarted': {
        const { plan } = fact.data;
        return { ...resource, action: 'plan.started', status: 'success', message: `The plan is ${plans[plan].name}.`, metadata: { plan } };
      }
      case 'PlanChanged': {
        const { plan } = fact.data;
        return {
          ...resource,
          action: 'plan.changed',
          status: 'success',
          message: `The plan was changed to ${plans[plan].name}.`,
          metadata: { plan },
        };
      }
      case 'CheckoutStarted': {
        const { plan, billingCycle } = fact.data;
        const message = `A checkout of the plan ${plans[plan].name} was begun.`;
        return { ...resource, action: 'checkout.started', status: 'queued', message, metadata: { plan, billing_cycle: billingCycle } };
      }
      case 'BillingPortalOpened':
        return { ...resource, action: 'portal.opened', status: 'success', message: "The payment provider's portal was opened." };
      case 'BillingStatusChanged': {
        const { status } = fact.data;
        const message = `The payment of the plan is ${status}.`;
        return {
          ...resource,
          action: 'billing.status_changed',
          status: statusesOfPayment[status],
          message,
          metadata: { billing_status: status },
        };
      }
    }
  },
);
