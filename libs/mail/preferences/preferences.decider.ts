import { mailPreferencesOf, type MailPreferences, type PreferencesChanged, type UserFact, type UserState } from '@pps/identity/events';
import { NotFound } from '@pps/kernel';

type ProjectEpoch = Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>;
export type PreferenceChanges = Partial<Pick<MailPreferences, 'transactional' | 'alerts' | 'verification'>>;

/** Silent when nothing would change. Throws `NotFound`. */
export function decidePreferenceChanges(
  project: ProjectEpoch,
  changes: PreferenceChanges,
  at: string,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  const { transactional, alerts, verification } = mailPreferencesOf(state, project);
  const next = { transactional, alerts, verification, ...changes };
  if (next.transactional === transactional && next.alerts === alerts && next.verification === verification) return [];
  const { projectId, epoch } = project;
  return [{ type: 'PreferencesChanged', data: { projectId, epoch, ...next, changedAt: at } }];
}
