import type { PreferencesChanged } from './user.events';
import type { MailPreferences, User } from './user.state';

const allWanted = { transactional: true, alerts: true, verification: true } as const;

/** Which mails the user wants about a project; preferences for a sandbox hold for one epoch. */
export function mailPreferencesOf(
  user: User,
  { projectId, epoch }: Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>,
): Omit<MailPreferences, 'changedAt'> & { readonly changedAt: string | null } {
  const stored = user.preferences[projectId];
  return stored?.epoch === epoch ? stored : { epoch, ...allWanted, changedAt: null };
}
