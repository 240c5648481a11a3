import type { AlertMailFact, AlertMailRequested } from './alert-mail.events';
import { preferencesOf } from './preferences.decider';
import type { PendingAlert, User, UserState } from './user.state';

const mostKept = 20;

/** Silent for a user who wants no alerts of the project, and for one who was told. */
export function requestAlertMail(command: AlertMailRequested['data'], epoch: number, state: UserState): readonly AlertMailFact[] {
  if (state.kind !== 'registered' || state.alerts.some(({ requestId }) => requestId === command.requestId)) return [];
  const wanted = preferencesOf(state, { projectId: command.projectId, epoch }).alerts;
  return wanted ? [{ type: 'AlertMailRequested', data: command }] : [];
}

/** The alert whose mail is still to be sent, or null when it was sent or is no news any more. */
export function alertDue(state: UserState, requestId: string, at: string): PendingAlert | null {
  if (state.kind !== 'registered') return null;
  const alert = state.alerts.find((candidate) => candidate.requestId === requestId);
  return alert && !alert.mailSent && alert.expiresAt > at ? alert : null;
}

/** The newest alerts, as the facts tell of them. */
export function alertsAfter({ alerts }: Pick<User, 'alerts'>, fact: AlertMailFact): User['alerts'] {
  if (fact.type === 'AlertMailRequested') return [...alerts, { ...fact.data, mailSent: false }].slice(-mostKept);
  return alerts.map((alert) => (alert.requestId === fact.data.requestId ? { ...alert, mailSent: true } : alert));
}
