import { acceptedUntil, billingStream, quotaStream, quotaStreamId, trialEndOf } from '@pps/billing/events';
import { connectionStream } from '@pps/connections/events';
import type { Streams } from '@pps/event-store';
import {
  apiKeyStream,
  isKeyWorking,
  secondFactorStream,
  type MailedLink,
  type PendingAlert,
  type PendingSecurityMail,
  type User,
  type UserProfile,
} from '@pps/identity/events';
import { describeImport, importStream } from '@pps/imports/events';
import type { Clock } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { webhookStream } from '@pps/webhooks/events';
import { accountExportStream, organizationStream } from '@pps/workspaces/events';
import { findDueAlert, findDueLink, findDueSecurityMail } from '../mail.decider';
import {
  importFinishedAlertContent,
  keyExpiringAlertContent,
  reconnectRequiredAlertContent,
  webhookDisabledAlertContent,
  webhookFailingAlertContent,
  webhookRecoveredAlertContent,
} from '../messages/alert-content';
import { composeMail, type Mail, type MailContent } from '../messages/compose-mail';
import { linkContent } from '../messages/link-content';
import { paymentContent, quotaThresholdContent, type PaymentNotice, type QuotaUse } from '../messages/payment-content';
import { securityContent } from '../messages/security-content';
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
  const unsubscribe = await createUnsubscribeLinks(deps, user, link);
  return composeMail(linkContent(link.kind, { appUrl, token, newEmail }), {
    to,
    id: `${link.kind}.${link.requestId}`,
    appUrl,
    unsubscribe,
  });
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
  const content = await loadAlertContent(deps, organizationId, alert);
  const unsubscribe = unsubscribeLinks({ userId, projectId: alert.projectId }, deps);
  return content && composeMail(content, { to, id: `${alert.alert}.${alert.requestId}`, appUrl: deps.appUrl, unsubscribe });
}

/**
 * Null when the alert's reason is gone: the webhook is as it should be or deleted, the account connected again or revoked, more of the quota used, the
 * payment made, or the key revoked.
 */
async function loadAlertContent(deps: MailDeps, organizationId: string, alert: PendingAlert): Promise<MailContent | null> {
  const { projectId, webhookId, accountId, keyId, importJobId, quota, payment } = alert;
  switch (alert.alert) {
    case 'reconnect_required':
      return accountId ? loadReconnectContent(deps, accountId) : null;
    case 'api_key_expiring':
      return keyId ? loadKeyContent(deps, keyId) : null;
    case 'import_finished':
      return importJobId ? loadImportContent(deps, importJobId) : null;
    case 'quota_threshold':
      return quota ? loadQuotaContent(deps, projectId, quota) : null;
    case 'payment_late':
    case 'publishing_stopped':
    case 'trial_ending':
      return payment ? loadPaymentContent(deps, organizationId, alert.alert, payment) : null;
    case 'webhook_disabled':
    case 'webhook_failing':
    case 'webhook_recovered':
      return webhookId ? loadWebhookContent(deps, webhookId, alert.alert) : null;
  }
}

async function loadWebhookContent(
  { streams }: MailDeps,
  webhookId: string,
  alert: 'webhook_disabled' | 'webhook_failing' | 'webhook_recovered',
): Promise<MailContent | null> {
  const { state } = await streams.load(webhookStream, webhookId);
  // Nobody is to learn of a webhook whose URL was forgotten with its organization.
  if (state.kind !== 'active' || !URL.canParse(state.url)) return null;
  const { disabledReason, failingSince } = state;
  const webhook = { webhookId, host: new URL(state.url).host };
  if (alert === 'webhook_recovered') return failingSince === null ? webhookRecoveredAlertContent(webhook) : null;
  if (alert === 'webhook_disabled') return disabledReason === null ? null : webhookDisabledAlertContent(webhook);
  return failingSince === null || disabledReason !== null ? null : webhookFailingAlertContent(webhook, failingSince);
}

async function loadReconnectContent({ streams, vault, appUrl }: MailDeps, accountId: string): Promise<MailContent | null> {
  const { state } = await streams.load(connectionStream, accountId);
  if (state.kind === 'absent' || state.revokedAt !== null || state.reconnectReason === null) return null;
  const profile = await vault.get<{ readonly username?: string }>(state.profileRef);
  return reconnectRequiredAlertContent(appUrl, accountId, profile?.username ?? accountId);
}

async function loadKeyContent({ streams, clock }: MailDeps, keyId: string): Promise<MailContent | null> {
  const { state: key } = await streams.load(apiKeyStream, keyId);
  if (key.kind === 'none' || key.expiresAt === null || !isKeyWorking(key, clock().toISOString())) return null;
  return keyExpiringAlertContent(key.prefix, minuteOf(key.expiresAt));
}

async function loadImportContent({ streams, appUrl }: MailDeps, importJobId: string): Promise<MailContent | null> {
  const { state } = await streams.load(importStream, importJobId);
  if (state.kind === 'none' || state.phase === 'open') return null;
  return importFinishedAlertContent(appUrl, { importJobId, totalRows: state.totalRows, ...describeImport(state) });
}

/** Of a month whose quota is used up by now only that is told. */
async function loadQuotaContent({ streams, appUrl }: MailDeps, projectId: string, quota: QuotaUse): Promise<MailContent | null> {
  const { state } = await streams.load(quotaStream, quotaStreamId(projectId, 0, quota.month));
  if (quota.thresholdPercent < 100 && state.reachedLimits[100] >= quota.quotaLimit) return null;
  return quotaThresholdContent(appUrl, quota);
}

async function loadPaymentContent(
  { streams, appUrl }: MailDeps,
  organizationId: string,
  alert: PaymentNotice,
  payment: NonNullable<PendingAlert['payment']>,
): Promise<MailContent | null> {
  const { state } = await streams.load(billingStream, organizationId);
  if (state.kind === 'none') return null;
  const until = alert === 'trial_ending' ? trialEndOf(state) : acceptedUntil(state);
  return until === payment.until ? paymentContent(appUrl, alert, payment) : null;
}

/** The mail that tells the owner, at the address that he had; null when that is not known any more. */
async function prepareSecurityMail(deps: MailDeps, user: User, mail: PendingSecurityMail): Promise<Mail | null> {
  const { requestId, notice, previousProfileRef } = mail;
  const profile = await deps.vault.get<UserProfile>(previousProfileRef ?? user.profileRef);
  if (!profile) return null;
  const content = securityContent(notice, await loadSubject(deps, user, mail));
  return composeMail(content, { to: profile.email, id: `${notice}.${requestId}`, appUrl: deps.appUrl, unsubscribe: null });
}

async function loadSubject({ streams, vault }: MailDeps, user: User, mail: PendingSecurityMail): Promise<string | null> {
  if (mail.notice === 'account_deletion_requested') return user.deletionDueAt && minuteOf(user.deletionDueAt);
  if (mail.notice === 'recovery_code_used') {
    const { active } = (await streams.load(secondFactorStream, user.userId)).state;
    return active ? String(active.recoveryCodeHashes.length) : null;
  }
  if (mail.notice === 'account_export_ready') {
    const { latest } = (await streams.load(accountExportStream, user.organizationId)).state;
    return latest?.archive ? minuteOf(latest.archive.expiresAt) : null;
  }
  if (mail.keyId !== undefined) {
    const { state: key } = await streams.load(apiKeyStream, mail.keyId);
    return key.kind === 'none' ? null : key.prefix;
  }
  if (mail.accountId === undefined) return null;
  const { state: account } = await streams.load(connectionStream, mail.accountId);
  const profile = account.kind === 'absent' ? null : await vault.get<{ readonly username?: string }>(account.profileRef);
  return profile?.username ?? null;
}

const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
