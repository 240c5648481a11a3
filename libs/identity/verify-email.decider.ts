import { Rejected } from '@pps/kernel';
import type { EmailVerificationRequested, UserFact } from './user.events';
import type { UserState, VerificationRequest } from './user.state';

/** Whether a link is to be made: not for an address that is verified or given up, and once per request. */
export function wantsVerification(
  { requestId, emailHash }: Pick<VerificationRequest, 'requestId' | 'emailHash'>,
  state: UserState,
): boolean {
  if (state.kind === 'none' || state.emailVerifiedAt !== null || state.emailHash !== emailHash) return false;
  return !state.verifications.some((request) => request.requestId === requestId);
}

export function requestVerification(command: EmailVerificationRequested['data'], state: UserState): readonly UserFact[] {
  return wantsVerification(command, state) ? [{ type: 'EmailVerificationRequested', data: command }] : [];
}

/** Uses a link up. Throws `Rejected('invalid_token')` for one that is unknown, expired, used, or of an address given up. */
export function verifyEmail(command: { readonly tokenHash: string; readonly at: string }, state: UserState): readonly UserFact[] {
  const request = state.kind === 'registered' ? state.verifications.find(({ tokenHash }) => tokenHash === command.tokenHash) : undefined;
  if (!request || state.kind === 'none' || request.emailHash !== state.emailHash || hasExpired(request, command.at)) throw invalidLink();
  return [{ type: 'EmailVerified', data: { emailHash: request.emailHash, requestId: request.requestId, verifiedAt: command.at } }];
}

export const invalidLink = (): Rejected => new Rejected('invalid_token', 'Invalid or expired e-mail verification token');

/** Silent for a request that is used, or whose mail is recorded as sent. */
export function recordMailSent(command: { readonly requestId: string; readonly at: string }, state: UserState): readonly UserFact[] {
  if (!mailDue(state, command.requestId, command.at)) return [];
  return [{ type: 'VerificationMailSent', data: { requestId: command.requestId, sentAt: command.at } }];
}

/** The request whose mail is still to be sent, or null when it was sent, used or has expired. */
export function mailDue(state: UserState, requestId: string, at: string): VerificationRequest | null {
  if (state.kind === 'none') return null;
  const request = state.verifications.find((candidate) => candidate.requestId === requestId);
  return request && !request.mailSent && !hasExpired(request, at) ? request : null;
}

// RFC 3339 in UTC with milliseconds compares as text.
const hasExpired = ({ expiresAt }: VerificationRequest, at: string): boolean => expiresAt <= at;
