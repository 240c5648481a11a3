import { connectionStream } from '@pps/connections/events';
import { causedBy, factsOf, streamId, type Streams, type HandledFact } from '@pps/event-store';
import { apiKeyStream, secondFactorStream, userStream, type SecurityMailRequested } from '@pps/identity/events';
import { derivedId } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { accountExportStream, organizationStream } from '@pps/workspaces/events';
import { mailProcess, mailWithinMs, type AlertMailDeps } from './owner-alerts.process';
import { requestSecurityMail } from '../mail.decider';

const handles = factsOf(
  userStream,
  'PasswordChanged',
  'PasswordReset',
  'EmailChanged',
  'GoogleLinked',
  'AccountDeletionRequested',
  'AccountDeletionCanceled',
)
  .and(secondFactorStream, 'SecondFactorEnabled', 'RecoveryCodeUsed', 'SecondFactorDisabled')
  .and(apiKeyStream, 'ApiKeyCreated', 'ApiKeyRevoked')
  .and(connectionStream, 'AccountConnected')
  .and(accountExportStream, 'AccountExportRequested', 'AccountExportReady');
type Handled = HandledFact<typeof handles>;
type Subject = Pick<SecurityMailRequested['data'], 'userId' | 'notice' | 'keyId' | 'accountId' | 'previousProfileRef'>;

/** Requests a mail to the owner for a new key, a program that was stopped, a new password or address, a new Google link, a connected account, what happens to the second factor, the end of the account and its archive. */
export const securityMails = (deps: AlertMailDeps): Process<null> =>
  mailProcess('security-mails', handles, (fact) => notifyOwner(deps, fact));

async function notifyOwner({ streams, clock }: AlertMailDeps, fact: Handled): Promise<void> {
  const subject = await subjectOf(streams, fact);
  if (subject === null) return;
  const at = clock();
  const requestedAt = at.toISOString();
  const expiresAt = new Date(at.getTime() + mailWithinMs).toISOString();
  const request = { requestId: derivedId('security-mail', fact.id), ...subject, requestedAt, expiresAt };
  const factId = () => derivedId('SecurityMailRequested', fact.id);
  await streams.decide(userStream, subject.userId, causedBy(fact, at), (state) => requestSecurityMail(request, state), { factId });
}

/** Null where nobody need be told (an account that Google made, a simulated account, a key that somebody revoked), and where another mail tells it (a second factor that ended with the address). */
async function subjectOf(streams: Streams, fact: Handled): Promise<Subject | null> {
  const userId = streamId(userStream, fact.stream) ?? '';
  switch (fact.type) {
    case 'PasswordChanged':
      return { userId, notice: 'password_changed' };
    case 'PasswordReset':
      return { userId, notice: fact.data.provenEmailHash === undefined ? 'password_changed' : 'unproven_access_ended' };
    case 'AccountDeletionRequested':
      return { userId, notice: 'account_deletion_requested' };
    case 'AccountDeletionCanceled':
      return { userId, notice: 'account_deletion_canceled' };
    case 'EmailChanged': {
      const { previousProfileRef } = fact.data;
      return { userId, notice: 'email_changed', ...(previousProfileRef === undefined ? {} : { previousProfileRef }) };
    }
    case 'GoogleLinked': {
      const { state } = await streams.load(userStream, userId);
      return state.kind === 'registered' && state.registeredAt !== fact.data.linkedAt ? { userId, notice: 'google_linked' } : null;
    }
    case 'SecondFactorEnabled':
      return { userId: fact.data.userId, notice: 'second_factor_enabled' };
    case 'SecondFactorDisabled':
      return fact.data.by === 'unproven_address' ? null : { userId: fact.data.userId, notice: 'second_factor_disabled' };
    case 'RecoveryCodeUsed':
      return { userId: fact.data.userId, notice: 'recovery_code_used' };
    case 'ApiKeyCreated':
      return ownedBy(streams, fact.data.organizationId, {
        notice: fact.data.source === 'oauth' ? 'program_allowed' : 'api_key_created',
        keyId: fact.data.keyId,
      });
    case 'ApiKeyRevoked':
      if (fact.data.reason !== 'replayed') return null;
      return ownedBy(streams, fact.metadata.organizationId ?? '', { notice: 'grant_replayed', keyId: fact.data.keyId });
    case 'AccountExportRequested':
      return { userId: fact.data.userId, notice: 'account_export_requested' };
    case 'AccountExportReady':
      return ownedBy(streams, fact.metadata.organizationId ?? '', { notice: 'account_export_ready' });
    case 'AccountConnected':
      if (fact.data.simulated) return null;
      return ownedBy(streams, fact.data.organizationId, { notice: 'account_connected', accountId: fact.data.accountId });
  }
}

async function ownedBy(streams: Streams, organizationId: string, subject: Omit<Subject, 'userId'>): Promise<Subject | null> {
  const { state } = await streams.load(organizationStream, organizationId);
  return state.kind === 'none' ? null : { userId: state.ownerUserId, ...subject };
}
