import type { Streams } from '@pps/event-store';
import { activeSecondFactor, mailPreferencesOf, secondFactorStream, userStream, type UserProfile } from '@pps/identity/events';
import { NotFound } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import type { Project } from '@pps/workspaces/events';

/** What a record is read from. */
export interface RecordDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly vault: Pick<Vault, 'get'>;
}

/** What is stored of the person: no password, no secret, no hash of either. Throws `NotFound` for one who is forgotten. */
export async function personRecord({ streams, vault }: RecordDeps, userId: string, projects: readonly Project[]) {
  const { state: user } = await streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  const [profile, secondFactor] = await Promise.all([vault.get<UserProfile>(user.profileRef), streams.load(secondFactorStream, userId)]);
  const active = activeSecondFactor(user, secondFactor.state);
  return {
    id: userId,
    email: profile?.email ?? null,
    full_name: profile?.full_name ?? null,
    timezone: user.timezone,
    registered_at: user.registeredAt,
    email_verified_at: user.emailVerifiedAt,
    has_password: user.passwordRef !== null,
    signs_in_with_google: user.googleSubjectHash !== null,
    second_factor_enabled_at: active?.enabledAt ?? null,
    recovery_codes_left: active?.recoveryCodeHashes.length ?? 0,
    deletion_due_at: user.deletionDueAt,
    mail_preferences: projects.map(({ projectId, epoch }) => ({
      workspace_id: projectId,
      ...mailPreferencesOf(user, { projectId, epoch }),
    })),
  };
}
