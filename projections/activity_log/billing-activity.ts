import {
  billingStream,
  plans,
  type BillingStatus,
  type OwnLimits,
  type PaymentNoted,
  type PlanLimitName,
  quotaStream,
} from '@pps/billing/events';
import { factsOf, streamId } from '@pps/event-store';
import { activitySource, type Activity } from './activity';

const statusesOfPayment: Readonly<Record<BillingStatus, Activity['status']>> = {
  active: 'success',
  trialing: 'success',
  past_due: 'failed',
  unpaid: 'failed',
  canceled: 'canceled',
};

const wordsOfLimits: Readonly<Record<PlanLimitName, readonly [name: string, unit: string]>> = {
  quotaPinsMonthly: ['quota_pins_monthly', 'pins a month'],
  platformAccountsLimit: ['platform_accounts', 'connected accounts'],
  storageQuotaBytes: ['storage_bytes', 'bytes of files'],
  webhooksLimit: ['webhooks', 'webhooks'],
  apiKeysLimit: ['api_keys', 'API keys'],
  activityLogRetentionDays: ['activity_log_retention_days', 'days of activity'],
};

const wordsOfNotes: Readonly<Record<PaymentNoted['data']['kind'], string>> = {
  refunded: 'A payment was refunded.',
  disputed: 'A payment is disputed.',
  dispute_closed: 'The dispute about a payment was closed.',
};

/** The plan, and whether it is paid for. */
export const billingActivities = activitySource(
  factsOf(
    billingStream,
    ...(['SubscriptionStarted', 'PlanChanged', 'BillingStatusChanged', 'CheckoutStarted', 'BillingPortalOpened'] as const),
    ...(['OwnLimitsSet', 'PaymentNoted', 'DuplicateSubscriptionFound'] as const),
  ),
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
      case 'OwnLimitsSet':
        return { ...resource, action: 'plan.limits_set', status: 'success', ...limitsInWords(fact.data.limits) };
      case 'PaymentNoted': {
        const { kind, amount, currency, outcome } = fact.data;
        const metadata = { amount, currency, ...(outcome !== null && { outcome }) };
        return { ...resource, action: `payment.${kind}`, status: 'success', message: wordsOfNotes[kind], metadata };
      }
      case 'DuplicateSubscriptionFound': {
        const { plan, isCredited } = fact.data;
        const message = `A second subscription (${plans[plan].name}) was found; it is canceled, so that nobody pays for two.`;
        return { ...resource, action: 'billing.duplicate_found', status: 'canceled', message, metadata: { plan, credited: isCredited } };
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

function limitsInWords(limits: OwnLimits): Pick<Activity, 'message' | 'metadata'> {
  const agreed = (Object.keys(wordsOfLimits) as PlanLimitName[]).flatMap((name) => {
    const most = limits[name];
    return most === undefined ? [] : [[...wordsOfLimits[name], most] as const];
  });
  const words = agreed.map(([, unit, most]) => `${most.toLocaleString('en')} ${unit}`);
  return {
    message: words.length > 0 ? `The limits agreed for Enterprise are now: ${words.join(', ')}.` : "The limits are the plan's own again.",
    metadata: { limits: Object.fromEntries(agreed.map(([name, , most]) => [name, most])) },
  };
}

/** How much of a month's quota is used. */
export const quotaActivities = activitySource(factsOf(quotaStream, 'QuotaThresholdReached'), ({ stream, data, metadata }): Activity => {
  const { month, thresholdPercent, quotaLimit, quotaUsed } = data;
  const [used, limit] = [quotaUsed, quotaLimit].map((count) => count.toLocaleString('en'));
  return {
    action: 'quota.threshold_reached',
    status: 'success',
    message: `${thresholdPercent} % of the pins of ${month} are used: ${used} of ${limit}.`,
    resourceType: 'quota',
    resourceId: metadata.projectId ?? streamId(quotaStream, stream) ?? stream,
    metadata: { month, threshold_percent: thresholdPercent, quota_limit: quotaLimit, quota_used: quotaUsed },
  };
});
