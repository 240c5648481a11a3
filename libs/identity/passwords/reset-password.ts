import type { Vault } from '@pps/vault';
import type { Streams } from '@pps/event-store';
import type { Keys } from '@pps/runtime';
import type { AttemptWindows } from '@pps/rate-limits';
import { loadLinkOwner, linkTokenHash, tokenRefs } from '../email-links/link-token';
import { refuseEmailAsPassword } from './check-password';
import { hashPassword, type HashingPermits } from './hash-password';
import { invalidResetToken, decideResetPassword, requireUsablePasswordReset } from '../users/user.decider';
import { dropUnprovenSecondFactor } from '../second-factor/disable-second-factor';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';
import { clearLoginFailures } from '../log-in/login-failures';
import type { RequestOrigin } from '../users/principal';

export interface ResetAccount {
  readonly organizationId: string;
  /** Whether the address was not verified before, so that what was made until then may be somebody else's. */
  readonly wasUnproven: boolean;
}

export interface ResetPasswordDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
  readonly keys: Keys;
  readonly hashing: HashingPermits;
  readonly attemptWindows: AttemptWindows;
}

/** Sets a password by a mailed link, which is used up, and ends every session. Throws `Rejected('invalid_token')`, and `Overloaded` where too many do so at once. */
export async function resetPassword(
  app: ResetPasswordDeps,
  token: string,
  password: string,
  at: string,
  requestOrigin: RequestOrigin,
): Promise<ResetAccount> {
  const { user, origin } = await loadLinkOwner(app.streams, token, requestOrigin, at, invalidResetToken);
  const tokenHash = linkTokenHash(token);
  // Refuses an unusable link before the costly hash; the append decides again.
  requireUsablePasswordReset(user, tokenHash, at);
  refuseEmailAsPassword(user, password, 'password', app.keys.EMAIL_HASH_KEY);
  const hash = await app.hashing.changePassword(user.userId, () => hashPassword(password));
  const passwordRef = await app.vault.put(userSubject(user.userId), 'password_hash', hash);
  if (user.emailVerifiedAt === null) await dropUnprovenSecondFactor(app, user.userId, origin);
  let spent: readonly string[] = [];
  await app.streams.decide(userStream, user.userId, origin, (state) => {
    const replaced = state.kind === 'registered' && state.passwordRef !== null ? [state.passwordRef] : [];
    const isUnproven = state.kind === 'registered' && state.emailVerifiedAt === null;
    spent = [...replaced, ...tokenRefs(state, isUnproven ? ['password_reset', 'verification', 'email_change'] : ['password_reset'])];
    return decideResetPassword({ tokenHash, passwordRef, at }, state);
  });
  await app.vault.remove(spent);
  // Whoever has proven to be the person is not to wait for what strangers tried.
  await clearLoginFailures(app, user.emailHash);
  return { organizationId: user.organizationId, wasUnproven: user.emailVerifiedAt === null };
}
