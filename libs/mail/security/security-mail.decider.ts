import type { PendingSecurityMail, SecurityMailFact, SecurityMailRequested, UserState } from '@pps/identity/events';

/** Silent for a user who is gone, and for a repeat; mail preferences do not matter. */
export function requestSecurityMail(command: SecurityMailRequested['data'], state: UserState): readonly SecurityMailFact[] {
  if (state.kind !== 'registered' || state.securityMails.some(({ requestId }) => requestId === command.requestId)) return [];
  return [{ type: 'SecurityMailRequested', data: command }];
}

/** The security mail that is still to be sent, or null when it was sent or has expired. */
export function findDueSecurityMail(state: UserState, requestId: string, at: string): PendingSecurityMail | null {
  if (state.kind !== 'registered') return null;
  const mail = state.securityMails.find((candidate) => candidate.requestId === requestId);
  return mail && !mail.mailSent && mail.expiresAt > at ? mail : null;
}
