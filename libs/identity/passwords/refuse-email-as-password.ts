import { Invalid } from '@pps/kernel';
import { emailHash } from '../email-addresses/normalized-email';
import type { User } from '../users/user.state';

/** Throws `Invalid` on the field when the password is the user's own e-mail address. */
export function refuseEmailAsPassword(user: Pick<User, 'emailHash'>, password: string, field: string, hashKey: Buffer): void {
  if (emailHash(password, hashKey) !== user.emailHash) return;
  throw new Invalid([{ loc: ['body', field], msg: `${field} must not be the e-mail address`, type: 'not_the_email' }]);
}
