import { Rejected } from '@pps/kernel';
import { accountExists } from './email.stream';
import type {
  AccountDeletionCanceled,
  AccountDeletionRequested,
  EmailChanged,
  EmailChangeRequested,
  EmailVerificationRequested,
  GoogleLinked,
  PasswordChanged,
  PasswordResetRequested,
  UserFact,
  UserRegistered,
  UserRenamed,
} from './user.events';
import { hasExpired, msUntilNextMail, requireRegistered, type MailedLink, type User, type UserState } from './user.state';

/** Silent when the user is registered already. */
export function decideRegisterUser(
  command: UserRegistered['data'],
  google: GoogleLinked['data'] | null,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'none') return [];
  return [{ type: 'UserRegistered', data: command }, ...(google ? [{ type: 'GoogleLinked', data: google } as const] : [])];
}

/**
 * Links a Google account to a user with the same address, if the user has verified it: somebody may have registered another person's
 * address without verifying it, and must not share an account with that person. Throws `Rejected('account_exists')`.
 */
export function linkGoogle(command: GoogleLinked['data'], state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash || state.emailVerifiedAt === null) throw accountExists();
  return state.googleSubjectHash === command.subjectHash ? [] : [{ type: 'GoogleLinked', data: command }];
}

/** Another name of a user, laid into the vault and not yet recorded. */
export interface PreparedRename {
  /** In the vault: `UserProfile`, with the new name. */
  readonly profileRef: string;
  /** In the vault: the `UserProfile` that it was made of. */
  readonly replacedRef: string;
}

/** Silent for a rename that is recorded. Throws `NotFound`, and `Rejected('conflict')` when the profile is no longer the one that the rename was made of. */
export function decideRenameUser({ profileRef, replacedRef }: PreparedRename, renamedAt: string, state: UserState): readonly UserRenamed[] {
  const user = requireRegistered(state);
  if (user.profileRef === profileRef) return [];
  if (user.profileRef !== replacedRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  return [{ type: 'UserRenamed', data: { profileRef, renamedAt } }];
}

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

/**
 * Silent while the last mail about the same new address is younger than `intervalMs`; a newer request replaces an older one, so a mistyped address
 * is corrected at once. Throws `Rejected('conflict')` when the address changed meanwhile.
 */
export function decideRequestEmailChange(command: EmailChangeRequested['data'], intervalMs: number, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash)
    throw new Rejected('conflict', 'The e-mail address changed meanwhile');
  if (msUntilNextRequest(state, { newEmailHash: command.newEmailHash, at: command.requestedAt, intervalMs }) > 0) return [];
  return [{ type: 'EmailChangeRequested', data: command }];
}

/** Milliseconds until a change to this address may be asked for again; 0 when it may be now. */
export function msUntilNextRequest(
  { links, emailHash }: User,
  { newEmailHash, at, intervalMs }: { readonly newEmailHash: string; readonly at: string; readonly intervalMs: number },
): number {
  const same = links.filter(({ change }) => change?.newEmailHash === newEmailHash);
  return msUntilNextMail(same, { kind: 'email_change', emailHash, at, intervalMs });
}

/** The e-mail change that waits for approval, or null. */
export function pendingEmailChange(state: User, at: string): MailedLink | null {
  return state.links.find((link) => link.kind === 'email_change' && !hasExpired(link, at)) ?? null;
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` when it is unknown, expired, used or replaced. */
export function requireUsableEmailChange(
  state: UserState,
  tokenHash: string,
  at: string,
): { readonly user: User; readonly link: MailedLink } {
  const link = state.kind === 'registered' ? pendingEmailChange(state, at) : null;
  if (state.kind !== 'registered' || link?.tokenHash !== tokenHash) throw invalidEmailChangeToken();
  return { user: state, link };
}

/** Uses the link up. Throws `Rejected('invalid_token')`, or `Rejected('conflict')` when the profile changed meanwhile. */
export function changeEmail(
  command: Pick<EmailChanged['data'], 'profileRef' | 'changedAt'> & { readonly tokenHash: string; readonly replacedProfileRef: string },
  state: UserState,
): readonly UserFact[] {
  const { user, link } = requireUsableEmailChange(state, command.tokenHash, command.changedAt);
  if (user.profileRef !== command.replacedProfileRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  const { profileRef, replacedProfileRef: previousProfileRef, changedAt } = command;
  const { userId, emailHash: previousEmailHash } = user;
  const emailHash = link.change?.newEmailHash ?? previousEmailHash;
  const changed = { requestId: link.requestId, userId, profileRef, previousProfileRef, emailHash, previousEmailHash, changedAt };
  return [{ type: 'EmailChanged', data: changed }];
}

export const invalidEmailChangeToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired e-mail change token');

/** Silent for a repeat, for an address that is no longer the user's, and while the last mail is younger than `intervalMs`. */
export function decideRequestPasswordReset(
  command: PasswordResetRequested['data'],
  intervalMs: number,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash) return [];
  if (state.links.some(({ requestId }) => requestId === command.requestId)) return [];
  const { emailHash, requestedAt: at } = command;
  if (msUntilNextMail(state.links, { kind: 'password_reset', emailHash, at, intervalMs }) > 0) return [];
  return [{ type: 'PasswordResetRequested', data: command }];
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` when it is unknown, expired, used or of a former address. */
export function requireUsablePasswordReset(
  state: UserState,
  tokenHash: string,
  at: string,
): { readonly user: User; readonly link: MailedLink } {
  if (state.kind !== 'registered') throw invalidResetToken();
  const link = state.links.find((candidate) => candidate.kind === 'password_reset' && candidate.tokenHash === tokenHash);
  if (!link || link.emailHash !== state.emailHash || hasExpired(link, at)) throw invalidResetToken();
  return { user: state, link };
}

/**
 * Uses the link up, and with it every other reset link; proves the address. Where that was not proven before, whoever asked for the end of the account
 * may have been somebody else: the account stays. Throws `Rejected('invalid_token')`.
 */
export function decideResetPassword(
  command: { readonly tokenHash: string; readonly passwordRef: string; readonly at: string },
  state: UserState,
): readonly UserFact[] {
  const { link, user } = requireUsablePasswordReset(state, command.tokenHash, command.at);
  const { passwordRef, at: resetAt } = command;
  const reset = { passwordRef, resetAt, requestId: link.requestId };
  if (user.emailVerifiedAt !== null) return [{ type: 'PasswordReset', data: reset }];
  const isEnding = user.deletionDueAt !== null && user.deletionDueAt > resetAt;
  return [
    { type: 'PasswordReset', data: { ...reset, provenEmailHash: link.emailHash } },
    ...(isEnding ? decideCancelAccountDeletion(resetAt, user) : []),
  ];
}

export const invalidResetToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired password reset token');

/** Throws `Rejected('conflict')` when the password changed while the old one was being checked. */
export function decideChangePassword(command: PasswordChanged['data'], checkedRef: string | null, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.passwordRef !== checkedRef) throw new Rejected('conflict', 'The password was changed meanwhile');
  return [{ type: 'PasswordChanged', data: command }];
}

/** Silent while one is asked for already, whose time stays. Throws `NotFound`. */
export function decideRequestAccountDeletion(
  { requestedAt, dueAt }: Pick<AccountDeletionRequested['data'], 'requestedAt' | 'dueAt'>,
  state: UserState,
): readonly AccountDeletionRequested[] {
  const { userId, deletionDueAt } = requireRegistered(state);
  return deletionDueAt === null ? [{ type: 'AccountDeletionRequested', data: { userId, requestedAt, dueAt } }] : [];
}

/** Throws `NotFound`, and `Rejected('conflict')` where none is asked for or its time has come. */
export function decideCancelAccountDeletion(at: string, state: UserState): readonly AccountDeletionCanceled[] {
  const { userId, deletionDueAt } = requireRegistered(state);
  if (deletionDueAt === null || deletionDueAt <= at)
    throw new Rejected('conflict', 'The account is not about to be deleted', {}, { remediation: 'There is nothing to cancel.' });
  return [{ type: 'AccountDeletionCanceled', data: { userId, canceledAt: at } }];
}
