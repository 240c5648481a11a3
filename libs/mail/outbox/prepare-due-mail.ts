import type { User } from '@pps/identity/events';
import type { UserProfile } from '@pps/identity/events';
import { acceptedUntil, billingStream, quotaStream, quotaStreamId, trialEndOf } from '@pps/billing/events';
import type { Vault } from '@pps/vault';
import { connectionStream } from '@pps/connections/events';
import type { Streams } from '@pps/event-store';
import { describeImport, importStream } from '@pps/imports/events';
import type { Clock } from '@pps/kernel';
import { webhookStream } from '@pps/webhooks/events';
import { organizationStream } from '@pps/workspaces/events';
import { findDueAlert } from '../alerts/alert-mail.decider';
import { importFinishedAlertContent, reconnectRequiredAlertContent } from '../messages/alert-content';
import { webhookDisabledAlertContent, webhookFailingAlertContent, webhookRecoveredAlertContent } from '../messages/webhook-alert-content';
import { prepareSecurityMail } from '../security/prepare-security-mail';
import { findDueSecurityMail } from '../security/security-mail.decider';
import { findDueLink } from './due-mail.decider';
import { paymentContent, quotaThresholdContent, type PaymentNotice, type QuotaUse } from '../messages/payment-content';
import { linkContent } from '../messages/link-content';
import { composeMail, type MailContent } from '../messages/compose-mail';
import type { Mail } from '../messages/mail';
import type { MailedLink, PendingAlert } from '@pps/identity/events';
import { unsubscribeLinks, type UnsubscribeLinks } from '../preferences/unsubscribe-token';

export interface MailDeps {
  readonly streams: Streams;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
  /** Where this API is, without a slash at the end. */
  readonly publicUrl: string;
  /** Signs the unsubscribe links. */
  readonly hashKey: Buffer;
}

/** The mail that was requested under this id, or null when it was sent or need not be sent any more. */
export async function prepareDueMail(deps: MailDeps, user: User, requestId: string): Promise<Mail | null> {
  const at = deps.clock().toISOString();
  const security = findDueSecurityMail(user, requestId, at);
  if (security) return prepareSecurityMail(deps, user, security);
  const [link, alert] = [findDueLink(user, requestId, at), findDueAlert(user, requestId, at)];
  const profile = link || alert ? await deps.vault.get<UserProfile>(user.profileRef) : null;
  if (!profile) return null;
  return link ? prepareLinkMail(deps, user, profile.email, link) : alert && prepareAlertMail(deps, user, profile.email, alert);
}

async function prepareLinkMail(deps: MailDeps, user: User, to: string, link: MailedLink): Promise<Mail | null> {
  const { vault, appUrl } = deps;
  const [token, newEmail] = await Promise.all([
    vault.get<string>(link.tokenRef),
    link.change ? vault.get<string>(link.change.newAddressRef) : null,
  ]);
  if (!token) return null;
  const { kind, requestId } = link;
  return composeMail(linkContent(kind, { to, appUrl, token, requestId, newEmail }), appUrl, await createUnsubscribeLinks(deps, user, link));
}

/** Null for mails about the account's security: they are always sent. */
async function createUnsubscribeLinks(
  deps: MailDeps,
  { userId, organizationId }: User,
  { kind }: MailedLink,
): Promise<UnsubscribeLinks | null> {
  if (kind !== 'verification') return null;
  const { state } = await deps.streams.load(organizationStream, organizationId);
  return state.kind === 'none' ? null : unsubscribeLinks({ userId, projectId: state.productionProjectId }, deps);
}

async function prepareAlertMail(deps: MailDeps, { userId, organizationId }: User, to: string, alert: PendingAlert): Promise<Mail | null> {
  const words = await loadAlertContent(deps, to, organizationId, alert);
  return words && composeMail(words, deps.appUrl, unsubscribeLinks({ userId, projectId: alert.projectId }, deps));
}

/**
 * Null when the alert's reason is gone: the webhook is as it should be or deleted, the account connected again or revoked, more of the quota used, or
 * the payment made.
 */
async function loadAlertContent(
  deps: MailDeps,
  to: string,
  organizationId: string,
  { alert, requestId, projectId, webhookId, accountId, importJobId, quota, payment }: PendingAlert,
): Promise<MailContent | null> {
  if (alert === 'reconnect_required') return accountId ? loadReconnectContent(deps, { to, requestId, accountId }) : null;
  if (alert === 'import_finished') return importJobId ? loadImportContent(deps, { to, requestId, importJobId }) : null;
  if (alert === 'quota_threshold') return quota ? loadQuotaContent(deps, { to, requestId, projectId, quota }) : null;
  if (alert === 'payment_late' || alert === 'publishing_stopped' || alert === 'trial_ending') {
    return payment ? loadPaymentContent(deps, organizationId, { to, requestId, alert, payment }) : null;
  }
  if (!webhookId) return null;
  const { state } = await deps.streams.load(webhookStream, webhookId);
  // Nobody is to learn of a webhook whose URL was forgotten with its organization.
  if (state.kind !== 'active' || !URL.canParse(state.url)) return null;
  const { disabledReason, failingSince } = state;
  const named = { to, requestId, webhookId, host: new URL(state.url).host };
  if (alert === 'webhook_recovered') return failingSince === null ? webhookRecoveredAlertContent(named) : null;
  if (alert === 'webhook_disabled') return disabledReason === null ? null : webhookDisabledAlertContent(named);
  return failingSince === null || disabledReason !== null ? null : webhookFailingAlertContent({ ...named, since: failingSince });
}

async function loadReconnectContent(
  { streams, vault, appUrl }: MailDeps,
  { to, requestId, accountId }: { readonly to: string; readonly requestId: string; readonly accountId: string },
): Promise<MailContent | null> {
  const { state } = await streams.load(connectionStream, accountId);
  if (state.kind === 'absent' || state.revokedAt !== null || state.reconnectReason === null) return null;
  const profile = await vault.get<{ readonly username?: string }>(state.profileRef);
  return reconnectRequiredAlertContent({ to, requestId, appUrl, accountId, username: profile?.username ?? accountId });
}

async function loadImportContent(
  { streams, appUrl }: MailDeps,
  { to, requestId, importJobId }: { readonly to: string; readonly requestId: string; readonly importJobId: string },
): Promise<MailContent | null> {
  const { state } = await streams.load(importStream, importJobId);
  if (state.kind === 'none' || state.phase === 'open') return null;
  return importFinishedAlertContent({ to, requestId, appUrl, importJobId, totalRows: state.totalRows, ...describeImport(state) });
}

/** Of a month whose quota is used up by now only that is told. */
async function loadQuotaContent(
  { streams, appUrl }: MailDeps,
  alert: { readonly to: string; readonly requestId: string; readonly projectId: string; readonly quota: QuotaUse },
): Promise<MailContent | null> {
  const { month, thresholdPercent, quotaLimit } = alert.quota;
  const { state } = await streams.load(quotaStream, quotaStreamId(alert.projectId, 0, month));
  if (thresholdPercent < 100 && state.reachedLimits[100] >= quotaLimit) return null;
  return quotaThresholdContent({ ...alert, appUrl });
}

async function loadPaymentContent(
  { streams, appUrl }: MailDeps,
  organizationId: string,
  notice: Omit<PaymentNotice, 'appUrl'>,
): Promise<MailContent | null> {
  const { state } = await streams.load(billingStream, organizationId);
  if (state.kind === 'none') return null;
  const until = notice.alert === 'trial_ending' ? trialEndOf(state) : acceptedUntil(state);
  return until === notice.payment.until ? paymentContent({ ...notice, appUrl }) : null;
}
