import { plans, quotaResetAt, type Plan } from '@pps/billing/events';
import type { PendingAlert } from '@pps/identity/events';
import type { MailContent } from './compose-mail';

export type QuotaUse = NonNullable<PendingAlert['quota']>;

/** The mail about a month of which much, or all, of the quota is used. */
export function quotaThresholdContent(appUrl: string, { plan, month, thresholdPercent, quotaLimit, quotaUsed }: QuotaUse): MailContent {
  const isUsedUp = thresholdPercent === 100;
  const isBackAt = `${quotaResetAt(month).slice(0, 10)} 00:00 UTC`;
  return {
    subject: isUsedUp ? "This month's quota of pins is used up" : `${thresholdPercent} % of this month's pins are used`,
    paragraphs: [
      `${quotaUsed} of the ${quotaLimit} pins that the plan ${planName(plan)} allows in ${month} (UTC) are used.`,
      isUsedUp
        ? `New pins are refused until ${isBackAt}, when the quota is counted anew, or until you choose a larger plan. Schedules that become due wait for up to a day.`
        : `The quota is counted anew at ${isBackAt}. A larger plan has room for more at once.`,
    ],
    link: { url: `${appUrl}/billing`, text: 'Compare the plans' },
  };
}

export type PaymentNotice = 'payment_late' | 'publishing_stopped' | 'trial_ending';

/** The mails about a payment that is late, and about a trial that ends. */
export const paymentContent = (
  appUrl: string,
  alert: PaymentNotice,
  { plan, until }: NonNullable<PendingAlert['payment']>,
): MailContent => ({
  ...paymentWords[alert](planName(plan), `${until.slice(0, 16).replace('T', ' ')} UTC`),
  link: { url: `${appUrl}/billing`, text: 'Look at your plan' },
});

const paymentWords: Readonly<Record<PaymentNotice, (plan: string, until: string) => Pick<MailContent, 'subject' | 'paragraphs'>>> = {
  payment_late: (plan, until) => ({
    subject: 'A payment for your plan failed',
    paragraphs: [
      `The payment for the plan ${plan} is late. New pins, schedules and imports are refused until it is made.`,
      `What was accepted before goes on being published until ${until}.`,
    ],
  }),
  publishing_stopped: (plan, until) => ({
    subject: 'Your schedules are no longer published',
    paragraphs: [
      `The payment for the plan ${plan} has been late for seven days, until ${until}.`,
      'Schedules that become due fail from now on, and can be retried when the payment is made. Nothing is deleted.',
    ],
  }),
  trial_ending: (plan, until) => ({
    subject: 'Your trial ends soon',
    paragraphs: [`The trial of the plan ${plan} ends on ${until}. If a payment method is on file, the plan goes on from there.`],
  }),
};

const planName = (plan: string): string => (plan in plans ? plans[plan as Plan].name : plan);
