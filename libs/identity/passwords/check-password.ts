import type { Streams } from '@pps/event-store';
import { Invalid, NotFound } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import type { LoginFailures } from '../log-in/login-failures';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { verifyPassword } from './hash-password';
import type { HashingPermits } from './hashing-permits';

export interface PresentedPassword {
  readonly text: string;
  /** The field it came in, which a refusal names. */
  readonly field: string;
  /** The client's network address. */
  readonly address: string;
}

export interface CheckPasswordDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly loginFailures: LoginFailures;
  readonly vault: Vault;
  readonly hashing: HashingPermits;
}

/** Checks the password of a user who is signed in. A wrong one throws `Invalid` and counts as a failed login; throws `Rejected('rate_limited')`, `NotFound`, and `Overloaded` where too many do so at once. */
export async function checkPassword(app: CheckPasswordDeps, userId: string, { text, field, address }: PresentedPassword): Promise<User> {
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  const source = { emailHash: user.emailHash, address };
  await app.loginFailures.refuseWhenLimited(source);
  const storedHash = user.passwordRef === null ? null : await app.vault.get<string>(user.passwordRef);
  if (!(await app.hashing.changePassword(userId, () => verifyPassword(text, storedHash)))) {
    if (await app.loginFailures.recordFailure(source)) await app.loginFailures.refuseWhenLimited(source);
    throw new Invalid([{ loc: ['body', field], msg: 'The current password is wrong', type: 'wrong_password' }]);
  }
  return user;
}
