import type { Streams } from '@pps/event-store';
import { Invalid } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { requireRegistered, type User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { verifyPassword, type HashingPermits } from './hash-password';
import { emailHash } from '../users/user-profile';
import { recordLoginFailure, refuseLimitedLogin, type LoginFailuresDeps } from '../log-in/login-failures';

export interface PresentedPassword {
  readonly text: string;
  /** The field it came in, which a refusal names. */
  readonly field: string;
  /** The client's network address. */
  readonly address: string;
}

export interface CheckPasswordDeps extends LoginFailuresDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly vault: Vault;
  readonly hashing: HashingPermits;
}

/** Checks the password of a user who is signed in. A wrong one throws `Invalid` and counts as a failed login; throws `Rejected('rate_limited')`, `NotFound`, and `Overloaded` where too many do so at once. */
export async function checkPassword(app: CheckPasswordDeps, userId: string, { text, field, address }: PresentedPassword): Promise<User> {
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  const source = { emailHash: user.emailHash, address };
  await refuseLimitedLogin(app, source);
  const storedHash = user.passwordRef === null ? null : await app.vault.get<string>(user.passwordRef);
  if (!(await app.hashing.changePassword(userId, () => verifyPassword(text, storedHash)))) {
    if (await recordLoginFailure(app, source)) await refuseLimitedLogin(app, source);
    throw new Invalid([{ loc: ['body', field], msg: `${field} is not the current password`, type: 'wrong_password' }]);
  }
  return user;
}

/** Throws `Invalid` on the field when the password is the user's own e-mail address. */
export function refuseEmailAsPassword(user: Pick<User, 'emailHash'>, password: string, field: string, hashKey: Buffer): void {
  if (emailHash(password, hashKey) !== user.emailHash) return;
  throw new Invalid([{ loc: ['body', field], msg: `${field} must not be the e-mail address`, type: 'not_the_email' }]);
}
