import {
  acceptedUntil,
  billingStream,
  trialEndOf,
  type BillingStatusChanged,
  type ProviderEventApplied,
  type Subscription,
} from '@pps/billing/events';
import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { organizationStream } from '@pps/workspaces/events';
import { mailProcess, requestOwnerAlert, type AlertMailDeps, type OwnerAlert } from './owner-alerts.process';

type PaymentAlert = Pick<OwnerAlert['subject'], 'alert' | 'payment'> & { readonly sendAt?: string };

const toldBeforeTrialEndsMs = 3 * 24 * 3_600_000;

/**
 * Requests mails to an organization's owner: when a payment is late, when what was accepted before is no longer published for that reason, and three
 * days before a trial ends. Those of a later moment are dropped then if that has changed.
 */
export const paymentMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('payment-mails', factsOf(billingStream, 'BillingStatusChanged', 'ProviderEventApplied'), (fact) => alertOwner(deps, fact));

async function alertOwner(deps: AlertMailDeps, fact: RecordedFact<BillingStatusChanged | ProviderEventApplied>): Promise<void> {
  const organizationId = streamId(billingStream, fact.stream) ?? '';
  const { state: subscription } = await deps.streams.load(billingStream, organizationId);
  if (subscription.kind === 'none') return;
  const alerts = fact.type === 'BillingStatusChanged' ? lateAlerts(subscription, fact) : [];
  for (const { sendAt, ...subject } of [...alerts, ...trialAlerts(subscription)]) {
    const { state: organization } = await deps.streams.load(organizationStream, organizationId);
    if (organization.kind === 'none') return;
    // A trial's end is told once, however many facts repeat it.
    const requestId = derivedId('payment-mail', organizationId, subject.alert, subject.payment?.until ?? '');
    const { productionProjectId: projectId } = organization;
    const moments = { at: fact.metadata.occurredAt, ...(sendAt !== undefined && { sendAt }) };
    await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch: 0, requestId, ...moments, subject });
  }
}

/** None where the status has changed again. */
function lateAlerts(subscription: Subscription, fact: RecordedFact<BillingStatusChanged>): readonly PaymentAlert[] {
  const until = acceptedUntil(subscription);
  if (until === null || subscription.statusSince !== fact.data.changedAt) return [];
  const payment = { plan: subscription.plan, until };
  return [
    { alert: 'payment_late', payment },
    { alert: 'publishing_stopped', payment, sendAt: until },
  ];
}

function trialAlerts(subscription: Subscription): readonly PaymentAlert[] {
  const until = trialEndOf(subscription);
  if (until === null) return [];
  const sendAt = new Date(Date.parse(until) - toldBeforeTrialEndsMs).toISOString();
  return [{ alert: 'trial_ending', payment: { plan: subscription.plan, until }, sendAt }];
}
