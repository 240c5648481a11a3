import { factsOf, streamId, type RecordedFact } from '@pps/event-store';
import {
  accessStream,
  apiKeyStream,
  deviceSignInStream,
  secondFactorStream,
  sessionStream,
  userStream,
  type AccessFact,
  type ApiKeyFact,
  type DeviceSignInApproved,
  type SecondFactorFact,
  type SessionFact,
  type UserFact,
} from '@pps/identity/events';
import { organizationStream, projectStream, type OrganizationFact, type ProjectFact } from '@pps/workspaces/events';
import { activitySource, type Activity } from './activity';

const happened = { status: 'success' } as const;

type NamedUserFact = Extract<
  UserFact,
  {
    readonly type:
      | 'UserRegistered'
      | 'EmailVerified'
      | 'EmailChangeRequested'
      | 'EmailChanged'
      | 'PasswordResetRequested'
      | 'PasswordReset'
      | 'PasswordChanged'
      | 'UserRenamed'
      | 'PreferencesChanged'
      | 'GoogleLinked'
      | 'AccountDeletionRequested'
      | 'AccountDeletionCanceled'
      | 'UserForgotten';
  }
>;

/** What happened to a person's account. */
const userActivities = activitySource(
  factsOf(
    userStream,
    ...(['UserRegistered', 'EmailVerified', 'EmailChangeRequested', 'EmailChanged', 'PasswordResetRequested', 'PasswordReset'] as const),
    ...([
      'PasswordChanged',
      'UserRenamed',
      'PreferencesChanged',
      'GoogleLinked',
      'AccountDeletionRequested',
      'AccountDeletionCanceled',
      'UserForgotten',
    ] as const),
  ),
  (fact): Activity => ({ ...happened, ...wordsOfUser(fact), resourceType: 'user', resourceId: idIn(userStream, fact) }),
);

function wordsOfUser(fact: RecordedFact<NamedUserFact>): Pick<Activity, 'action' | 'message' | 'metadata'> {
  switch (fact.type) {
    case 'UserRegistered':
      return { action: 'user.registered', message: 'The person signed up.' };
    case 'EmailVerified':
      return { action: 'user.email_verified', message: 'The e-mail address was verified.' };
    case 'EmailChangeRequested':
      return { action: 'user.email_change_requested', message: 'A change of the e-mail address was asked for.' };
    case 'EmailChanged':
      return { action: 'user.email_changed', message: 'The e-mail address was changed.' };
    case 'PasswordResetRequested':
      return { action: 'user.password_reset_requested', message: 'A link to choose another password was asked for.' };
    case 'PasswordReset':
      return { action: 'user.password_reset', message: 'Another password was chosen by a mailed link; every session ended.' };
    case 'PasswordChanged':
      return { action: 'user.password_changed', message: 'The password was changed.' };
    case 'UserRenamed':
      return { action: 'profile.updated', message: 'The name of the person was changed.' };
    case 'PreferencesChanged': {
      const { transactional, alerts, verification, projectId } = fact.data;
      const metadata = { transactional, alerts, verification, workspace_id: projectId };
      return { action: 'preferences.updated', message: 'The choice of mails was changed.', metadata };
    }
    case 'GoogleLinked':
      return { action: 'user.google_linked', message: 'A Google account was linked; it signs the person in.' };
    case 'AccountDeletionRequested':
      return { action: 'user.deletion_requested', message: 'The account is to be deleted.', metadata: { due_at: fact.data.dueAt } };
    case 'AccountDeletionCanceled':
      return { action: 'user.deletion_canceled', message: 'The account stays: its deletion was taken back.' };
    case 'UserForgotten':
      return { action: 'user.forgotten', message: 'The personal data of the person was erased.' };
  }
}

/** Sign-ins and log-outs. */
const sessionActivities = activitySource(factsOf(sessionStream), (fact: RecordedFact<SessionFact>): Activity => {
  const resource = { resourceType: 'session', resourceId: fact.data.sessionId };
  return fact.type === 'SessionStarted'
    ? { ...happened, ...resource, action: 'user.signed_in', message: 'The person signed in.' }
    : { ...happened, ...resource, action: 'user.signed_out', message: 'The session ended.' };
});

/** How the person signs in beside the password. */
const secondFactorActivities = activitySource(factsOf(secondFactorStream), (fact: RecordedFact<SecondFactorFact>): Activity => {
  const resource = { ...happened, resourceType: 'user', resourceId: fact.data.userId };
  switch (fact.type) {
    case 'SecondFactorSetupStarted':
      return { ...resource, action: 'user.second_factor_setup_started', message: 'The setup of an authenticator app was begun.' };
    case 'SecondFactorEnabled':
      return { ...resource, action: 'user.second_factor_enabled', message: 'A second factor was set up; signing in asks for its codes.' };
    case 'SecondFactorCodeUsed':
      return { ...resource, action: 'user.second_factor_used', message: 'A code of the authenticator app was accepted.' };
    case 'RecoveryCodeUsed': {
      const { left } = fact.data;
      return { ...resource, action: 'user.recovery_code_used', message: `A recovery code was used; ${left} left.`, metadata: { left } };
    }
    case 'RecoveryCodesReplaced':
      return {
        ...resource,
        action: 'user.recovery_codes_replaced',
        message: 'New recovery codes were made; the former ones no longer work.',
      };
    case 'SecondFactorDisabled': {
      const { by } = fact.data;
      const whose = by === 'operator' ? ' by an operator' : by === 'unproven_address' ? ': the e-mail address was changed' : '';
      return { ...resource, action: 'user.second_factor_disabled', message: `The second factor was switched off${whose}.` };
    }
  }
});

/** Failed sign-ins, as far as they are recorded, and switches of project. */
const accessActivities = activitySource(factsOf(accessStream), (fact: RecordedFact<AccessFact>): Activity => {
  const resource = { resourceType: 'user', resourceId: fact.data.userId };
  const isLast = fact.data.isLastRecorded === true;
  if (fact.type === 'SignInFailed') {
    const wrong = fact.data.factor === 'second' ? 'the password was right, the code of the second factor wrong' : 'the password was wrong';
    const message = `A sign-in failed: ${wrong}.${isLast ? ' Further ones of this day are not recorded.' : ''}`;
    const metadata = { network: fact.data.networkHash.slice(0, 12), is_last_recorded: isLast };
    return { ...resource, action: 'user.sign_in_failed', status: 'failed', message, metadata };
  }
  const { fromProjectId, toProjectId } = fact.data;
  const message = `Another project was switched to.${isLast ? ' Further switches of this day are not recorded.' : ''}`;
  const metadata = { from_workspace_id: fromProjectId, to_workspace_id: toProjectId, is_last_recorded: isLast };
  return { ...happened, resourceType: 'project', resourceId: toProjectId, action: 'project.switched', message, metadata };
});

/** Which terminals got leave to sign in. */
const deviceActivities = activitySource(factsOf(deviceSignInStream), ({ data }: RecordedFact<DeviceSignInApproved>): Activity => {
  const metadata = { client: data.clientId, scopes: data.scopes, platform_account_ids: data.accountIds };
  const message = `A terminal may sign in, and may ${data.scopes.join(', ')}.`;
  return { ...happened, resourceType: 'device_sign_in', resourceId: data.requestId, action: 'device_sign_in.approved', message, metadata };
});

/** What API keys may do. */
const apiKeyActivities = activitySource(factsOf(apiKeyStream), (fact: RecordedFact<ApiKeyFact>): Activity => {
  const resource = { ...happened, resourceType: 'api_key', resourceId: fact.data.keyId };
  switch (fact.type) {
    case 'ApiKeyCreated': {
      const { prefix, scopes, accountIds, expiresAt } = fact.data;
      const ends = expiresAt !== undefined && { expires_at: expiresAt };
      const metadata = { key_prefix: prefix, scopes, platform_account_ids: accountIds, ...ends };
      return { ...resource, action: 'api_key.created', message: `An API key was made that may ${scopes.join(', ')}.`, metadata };
    }
    case 'ApiKeyUpdated': {
      const { scopes, accountIds, name } = fact.data;
      const changed = [
        ...(name === undefined ? [] : ['name']),
        ...(scopes ? ['scopes'] : []),
        ...(accountIds === undefined ? [] : ['accounts']),
      ];
      const metadata = { changed, ...(scopes && { scopes }), ...(accountIds === undefined ? {} : { platform_account_ids: accountIds }) };
      return { ...resource, action: 'api_key.updated', message: `An API key was changed: ${changed.join(', ')}.`, metadata };
    }
    case 'ApiKeyExpiring': {
      const metadata = { expires_at: fact.data.expiresAt };
      return { ...resource, action: 'api_key.expiring', message: 'An API key ends soon.', metadata };
    }
    case 'ApiKeyRevoked':
      if (fact.data.reason === 'expired') return { ...resource, action: 'api_key.expired', message: 'An API key has expired.' };
      return { ...resource, action: 'api_key.revoked', message: 'An API key was revoked.' };
  }
});

/** What the organization and its projects are. */
const workspaceActivities = activitySource(
  factsOf(organizationStream, 'OrganizationProfileChanged', 'OrganizationForgotten', 'OrganizationErased').and(projectStream),
  (fact): Activity => {
    const resource = { resourceType: 'organization', resourceId: idIn(organizationStream, fact) };
    switch (fact.type) {
      case 'OrganizationProfileChanged':
        return { ...happened, ...resource, action: 'organization.updated', message: "The organization's profile was changed." };
      case 'OrganizationForgotten':
        return { ...happened, ...resource, action: 'organization.forgotten', message: 'The organization is being forgotten.' };
      case 'OrganizationErased':
        return { ...happened, ...resource, action: 'organization.erased', message: 'What was stored of the organization was erased.' };
      default:
        return { ...happened, ...wordsOfProject(fact), resourceType: 'project', resourceId: idIn(projectStream, fact) };
    }
  },
);

function wordsOfProject(fact: RecordedFact<ProjectFact>): Pick<Activity, 'action' | 'message' | 'metadata'> {
  if (fact.type === 'SandboxReset') return { action: 'project.reset', message: 'The sandbox was emptied.' };
  if (fact.type === 'ProjectForgotten')
    return { action: 'project.forgotten', message: 'The project ended, as its organization is being forgotten.' };
  const { environment } = fact.data;
  return { action: 'project.created', message: `The ${environment} project was created.`, metadata: { environment } };
}

const idIn = (stream: { readonly category: string }, fact: RecordedFact<UserFact | OrganizationFact | ProjectFact>): string =>
  streamId(stream, fact.stream) ?? fact.stream;

/** People, their keys, and what belongs to their organization. */
export const peopleActivity = [
  userActivities,
  sessionActivities,
  secondFactorActivities,
  accessActivities,
  apiKeyActivities,
  deviceActivities,
  workspaceActivities,
];
