import type { Origin } from '@pps/event-store';
import { Command, Invalid, NotFound, type FieldError } from '@pps/kernel';
import { checkPassword } from '../passwords/check-password';
import { userStream } from '../users/user.stream';
import { ProveSecondFactorOwner, proveSecondFactorOwner, type ProveSecondFactorOwnerDeps } from './prove-second-factor-owner';
import type { PresentedCode } from './second-factor-codes';
import { activeSecondFactor } from './second-factor.state';
import { secondFactorStream } from './second-factor.stream';

export interface PresentedFactors {
  readonly password: string | undefined;
  readonly code: Pick<PresentedCode, 'kind' | 'text'> | undefined;
  /** The client's network address. */
  readonly address: string;
}

export class ProveAgain extends Command<void> {
  constructor(
    readonly userId: string,
    readonly presented: PresentedFactors,
    readonly origin: Origin,
  ) {
    super();
  }
}

/**
 * Asks a user who is signed in for everything again that a sign-in asks for: the password of whoever has one, and a code where a second factor is on,
 * which is used up. Who has a second factor and no password shows the code alone. Throws `Invalid` for what is missing or wrong; `Rejected`:
 * `rate_limited`, `conflict` for a code while none is asked for; `NotFound`, and `Overloaded` where too many do so at once.
 */
export async function proveAgain(
  app: ProveSecondFactorOwnerDeps,
  { userId, presented: { password, code, address }, origin }: ProveAgain,
): Promise<void> {
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  const active = activeSecondFactor(user, (await app.streams.load(secondFactorStream, userId)).state);
  const asksPassword = user.passwordRef !== null || !active;
  const absent = [
    ...(asksPassword && password === undefined ? [missing('password', 'The password is needed')] : []),
    ...(active && !code ? [missing('code', 'A code of the second factor is needed')] : []),
  ];
  // Who leaves out the code alone is told so after his password was checked, as ever.
  if (absent[0]?.loc[1] === 'password') throw new Invalid(absent);
  if (password !== undefined) await checkPassword(app, userId, { text: password, field: 'password', address });
  if (absent.length > 0) throw new Invalid(absent);
  if (code) await proveSecondFactorOwner(app, new ProveSecondFactorOwner(userId, { ...code, address }, origin));
}

const missing = (field: string, msg: string): FieldError => ({ loc: ['body', field], msg, type: 'missing' });
