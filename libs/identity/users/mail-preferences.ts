import type { PreferencesChanged } from './user.events';
import type { MailPreferences, User } from './user.state';

const allWanted = { transactional: true, alerts: true, verification: true } as const;

/** What the user wants of a project's mails; those of a sandbox are forgotten with its epoch. */
export function preferencesOf(
  user: User,
  { projectId, epoch }: Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>,
): Omit<MailPreferences, 'changedAt'> & { readonly changedAt: string | null } {
  const kept = user.preferences[projectId];
  return kept?.epoch === epoch ? kept : { epoch, ...allWanted, changedAt: null };
}
