import { mailPreferencesOf, type AlertMailFact, type AlertMailRequested, type PendingAlert, type UserState } from '@pps/identity/events';

/** Silent for a user who wants no alerts about the project, and for a repeat. */
export function requestAlertMail(command: AlertMailRequested['data'], epoch: number, state: UserState): readonly AlertMailFact[] {
  if (state.kind !== 'registered' || state.alerts.some(({ requestId }) => requestId === command.requestId)) return [];
  const wanted = mailPreferencesOf(state, { projectId: command.projectId, epoch }).alerts;
  return wanted ? [{ type: 'AlertMailRequested', data: command }] : [];
}

/** The alert whose mail is still to be sent, or null when it was sent or has expired. */
export function findDueAlert(state: UserState, requestId: string, at: string): PendingAlert | null {
  if (state.kind !== 'registered') return null;
  const alert = state.alerts.find((candidate) => candidate.requestId === requestId);
  return alert && !alert.mailSent && alert.expiresAt > at ? alert : null;
}
