import { connectionStream } from '@pps/connections/events';
import type { Streams } from '@pps/event-store';
import { apiKeyStream, secondFactorStream, type PendingSecurityMail, type User, type UserProfile } from '@pps/identity/events';
import type { Vault } from '@pps/vault';
import { accountExportStream } from '@pps/workspaces/events';
import { composeMail } from '../messages/compose-mail';
import type { Mail } from '../messages/mail';
import { securityContent } from './security-content';

interface SecurityMailDeps {
  readonly streams: Streams;
  readonly vault: Vault;
  readonly appUrl: string;
}

/** The mail that tells the owner, at the address that he had; null when that is not known any more. */
export async function prepareSecurityMail(deps: SecurityMailDeps, user: User, mail: PendingSecurityMail): Promise<Mail | null> {
  const { requestId, notice, previousProfileRef } = mail;
  const profile = await deps.vault.get<UserProfile>(previousProfileRef ?? user.profileRef);
  if (!profile) return null;
  const subject = await subjectOf(deps, user, mail);
  return composeMail(securityContent({ to: profile.email, requestId, notice, subject }), deps.appUrl, null);
}

async function subjectOf(deps: SecurityMailDeps, user: User, mail: PendingSecurityMail): Promise<string | null> {
  switch (mail.notice) {
    case 'recovery_code_used':
      return codesLeft(deps, user.userId);
    case 'account_deletion_requested':
      return user.deletionDueAt && minuteOf(user.deletionDueAt);
    case 'account_export_ready':
      return archiveEnd(deps, user.organizationId);
    default:
      return loadSubject(deps, mail);
  }
}

async function archiveEnd({ streams }: SecurityMailDeps, organizationId: string): Promise<string | null> {
  const { latest } = (await streams.load(accountExportStream, organizationId)).state;
  return latest?.archive ? minuteOf(latest.archive.expiresAt) : null;
}

const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

async function codesLeft({ streams }: SecurityMailDeps, userId: string): Promise<string | null> {
  const { active } = (await streams.load(secondFactorStream, userId)).state;
  return active ? String(active.recoveryCodeHashes.length) : null;
}

async function loadSubject({ streams, vault }: SecurityMailDeps, { keyId, accountId }: PendingSecurityMail): Promise<string | null> {
  if (keyId !== undefined) {
    const { state } = await streams.load(apiKeyStream, keyId);
    return state.kind === 'none' ? null : state.prefix;
  }
  if (accountId === undefined) return null;
  const { state } = await streams.load(connectionStream, accountId);
  const profile = state.kind === 'absent' ? null : await vault.get<{ readonly username?: string }>(state.profileRef);
  return profile?.username ?? null;
}
