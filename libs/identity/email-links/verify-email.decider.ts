import { Rejected } from '@pps/kernel';
import { hasExpired, type MailedLink } from '../users/mailed-link.state';
import type { EmailVerificationRequested, UserFact } from '../users/user.events';
import type { UserState } from '../users/user.state';

/** Whether the service has to make a link by itself: once for an address, though both the claim of a new address and the change to it ask for one. */
export const wantsFirstVerification = (asked: Pick<MailedLink, 'requestId' | 'emailHash'>, state: UserState): boolean =>
  wantsVerification(asked, state) &&
  state.kind === 'registered' &&
  !state.links.some(({ kind, emailHash }) => kind === 'verification' && emailHash === asked.emailHash);

/** Whether a link has to be made: once per request, and not for an address that is verified or no longer the user's. */
export function wantsVerification({ requestId, emailHash }: Pick<MailedLink, 'requestId' | 'emailHash'>, state: UserState): boolean {
  if (state.kind !== 'registered' || state.emailVerifiedAt !== null || state.emailHash !== emailHash) return false;
  return !state.links.some((link) => link.requestId === requestId);
}

/** Silent unless `wantsVerification`. */
export function decideRequestVerification(command: EmailVerificationRequested['data'], state: UserState): readonly UserFact[] {
  return wantsVerification(command, state) ? [{ type: 'EmailVerificationRequested', data: command }] : [];
}

/** Uses a link up. Throws `Rejected('invalid_token')` when it is unknown, expired, used or of a former address. */
export function decideVerifyEmail(command: { readonly tokenHash: string; readonly at: string }, state: UserState): readonly UserFact[] {
  const link = requireUsableVerification(state, command.tokenHash, command.at);
  return [{ type: 'EmailVerified', data: { emailHash: link.emailHash, requestId: link.requestId, verifiedAt: command.at } }];
}

/** The link, when it may be used. Throws `Rejected('invalid_token')`. */
export function requireUsableVerification(state: UserState, tokenHash: string, at: string): MailedLink {
  if (state.kind !== 'registered') throw invalidVerificationToken();
  const link = state.links.find((candidate) => candidate.kind === 'verification' && candidate.tokenHash === tokenHash);
  if (!link || link.emailHash !== state.emailHash || hasExpired(link, at)) throw invalidVerificationToken();
  return link;
}

export const invalidVerificationToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired e-mail verification token');
