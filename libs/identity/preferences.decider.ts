import { NotFound } from '@pps/kernel';
import type { PreferencesChanged, UserFact } from './user.events';
import type { MailPreferences, User, UserState } from './user.state';

type Place = Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>;
export type PreferenceChanges = Partial<Pick<MailPreferences, 'transactional' | 'alerts' | 'verification'>>;

const allWanted = { transactional: true, alerts: true, verification: true } as const;

/** What the user wants of a project's mails; those of a sandbox are forgotten with its epoch. */
export function preferencesOf(
  user: User,
  { projectId, epoch }: Place,
): Omit<MailPreferences, 'changedAt'> & { readonly changedAt: string | null } {
  const kept = user.preferences[projectId];
  return kept?.epoch === epoch ? kept : { epoch, ...allWanted, changedAt: null };
}

/** Silent when nothing would change. */
export function changePreferences(place: Place, changes: PreferenceChanges, at: string, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  const { transactional, alerts, verification } = preferencesOf(state, place);
  const next = { transactional, alerts, verification, ...changes };
  if (next.transactional === transactional && next.alerts === alerts && next.verification === verification) return [];
  const { projectId, epoch } = place;
  return [{ type: 'PreferencesChanged', data: { projectId, epoch, ...next, changedAt: at } }];
}
