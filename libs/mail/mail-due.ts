import type { User } from '@pps/identity/events';
import type { UserProfile } from '@pps/identity/events';
import type { Vault } from '@pps/vault';
import { connectionStream } from '@pps/connections/events';
import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { webhookStream } from '@pps/webhooks/events';
import { organizationStream } from '@pps/workspaces/events';
import { alertDue } from './alert-mail.decider';
import { reconnectWords, webhookDisabledWords } from './alert-mails';
import { mailDue } from './link-mail.decider';
import { linkWords } from './link-mails';
import { mailOf, type MailWords } from './mail-of';
import type { Mail } from './mail-transport';
import type { MailedLink, PendingAlert } from '@pps/identity/events';
import { unsubscribeLinks, type UnsubscribeLinks } from './unsubscribe-token';

export interface MailDeps {
  readonly runner: CommandRunner;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
  /** Where this API is, without a slash at the end. */
  readonly publicUrl: string;
  /** Signs the links by which mails are left. */
  readonly hashKey: Buffer;
}

/** The mail that the facts ask for under this id, or null when it was sent or is not wanted any more. */
export async function mailDueFor(deps: MailDeps, user: User, requestId: string): Promise<Mail | null> {
  const at = deps.clock().toISOString();
  const [link, alert] = [mailDue(user, requestId, at), alertDue(user, requestId, at)];
  const profile = link || alert ? await deps.vault.get<UserProfile>(user.profileRef) : null;
  if (!profile) return null;
  return link ? linkMail(deps, user, profile.email, link) : alert && alertMail(deps, user, profile.email, alert);
}

async function linkMail(deps: MailDeps, user: User, to: string, link: MailedLink): Promise<Mail | null> {
  const { vault, appUrl } = deps;
  const [token, newEmail] = await Promise.all([
    vault.get<string>(link.tokenRef),
    link.change ? vault.get<string>(link.change.newAddressRef) : null,
  ]);
  if (!token) return null;
  const { kind, requestId } = link;
  return mailOf(linkWords(kind, { to, appUrl, token, requestId, newEmail }), appUrl, await wayOut(deps, user, link));
}

/** Null for what guards the account: those mails are always sent. */
async function wayOut(deps: MailDeps, { userId, organizationId }: User, { kind }: MailedLink): Promise<UnsubscribeLinks | null> {
  if (kind !== 'verification') return null;
  const { state } = await deps.runner.load(organizationStream, organizationId);
  return state.kind === 'none' ? null : unsubscribeLinks({ userId, projectId: state.productionProjectId }, deps);
}

async function alertMail(deps: MailDeps, { userId }: User, to: string, alert: PendingAlert): Promise<Mail | null> {
  const words = await wordsOf(deps, to, alert);
  return words && mailOf(words, deps.appUrl, unsubscribeLinks({ userId, projectId: alert.projectId }, deps));
}

/** Null for what is no news any more: mended meanwhile, or gone. */
async function wordsOf(deps: MailDeps, to: string, { alert, requestId, webhookId, accountId }: PendingAlert): Promise<MailWords | null> {
  if (alert === 'reconnect_required') return accountId ? reconnectWordsOf(deps, { to, requestId, accountId }) : null;
  if (!webhookId) return null;
  const { state } = await deps.runner.load(webhookStream, webhookId);
  if (state.kind !== 'active' || state.disabledReason === null) return null;
  return webhookDisabledWords({ to, requestId, webhookId, host: new URL(state.url).host });
}

async function reconnectWordsOf(
  { runner, vault, appUrl }: MailDeps,
  { to, requestId, accountId }: { readonly to: string; readonly requestId: string; readonly accountId: string },
): Promise<MailWords | null> {
  const { state } = await runner.load(connectionStream, accountId);
  if (state.kind === 'absent' || state.revokedAt !== null || state.reconnectReason === null) return null;
  const profile = await vault.get<{ readonly username?: string }>(state.profileRef);
  return reconnectWords({ to, requestId, appUrl, accountId, username: profile?.username ?? accountId });
}
