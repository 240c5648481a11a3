import { plans, quotaResetAt, type Plan } from '@pps/billing/events';
import type { PendingAlert } from '@pps/identity/events';
import type { MailContent } from './compose-mail';

export type QuotaUse = NonNullable<PendingAlert['quota']>;

interface Addressed {
  readonly to: string;
  readonly requestId: string;
  readonly appUrl: string;
}

/** The mail about a month of which much, or all, of the quota is used. */
export function quotaThresholdContent({ to, requestId, appUrl, quota }: Addressed & { readonly quota: QuotaUse }): MailContent {
  const { plan, month, thresholdPercent, quotaLimit, quotaUsed } = quota;
  const isUsedUp = thresholdPercent === 100;
  const name = plan in plans ? plans[plan as Plan].name : plan;
  const isBackAt = `${quotaResetAt(month).slice(0, 10)} 00:00 UTC`;
  return {
    to,
    id: `quota_threshold.${requestId}`,
    subject: isUsedUp ? "This month's quota of pins is used up" : `${thresholdPercent} % of this month's pins are used`,
    paragraphs: [
      `${quotaUsed} of the ${quotaLimit} pins that the plan ${name} allows in ${month} (UTC) are used.`,
      isUsedUp
        ? `New pins are refused until ${isBackAt}, when the quota is counted anew, or until you choose a larger plan. Schedules that become due wait for up to a day.`
        : `The quota is counted anew at ${isBackAt}. A larger plan has room for more at once.`,
    ],
    link: { url: `${appUrl}/billing`, text: 'Compare the plans' },
  };
}
