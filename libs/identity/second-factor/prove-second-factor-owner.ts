import type { Streams, Origin } from '@pps/event-store';
import { Command, Invalid, Rejected, type FieldError } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { checkPassword, type CheckPasswordDeps } from '../passwords/check-password';
import { userStream } from '../users/user.stream';
import { secondFactorIsOff, activeSecondFactor, secondFactorStream } from './second-factor.stream';
import { checkSecondFactor, type PresentedCode, type SecondFactorCodesDeps } from './second-factor-codes';
import { requireRegistered } from '../users/user.state';

export interface OwnerProof extends Omit<PresentedCode, 'kind'> {
  /** Also the field it came in, which a refusal names. */
  readonly kind: 'password' | PresentedCode['kind'];
}

export class ProveSecondFactorOwner extends Command<void> {
  constructor(
    readonly userId: string,
    readonly proof: OwnerProof,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface ProveSecondFactorOwnerDeps extends CheckPasswordDeps, SecondFactorCodesDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
}

/** Checks that who wants to change the second factor knows the password, or has a code, which is used up. A wrong one throws `Invalid`; throws `Rejected`: `rate_limited`, `conflict` for a code while none is asked for; `NotFound`, and `Overloaded` where too many do so at once. */
export async function proveSecondFactorOwner(
  app: ProveSecondFactorOwnerDeps,
  { userId, proof: { kind, text, address }, origin }: ProveSecondFactorOwner,
): Promise<void> {
  if (kind === 'password') {
    await checkPassword(app, userId, { text, field: kind, address });
    return;
  }
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  try {
    await checkSecondFactor(app, user, { kind, text, address }, undefined, origin);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    if (error.code === 'invalid_token') throw secondFactorIsOff();
    if (error.code !== 'invalid_credentials') throw error;
    throw new Invalid([{ loc: ['body', kind], msg: `${kind} is wrong, or was used before`, type: 'wrong_code' }]);
  }
}

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
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  const active = activeSecondFactor(user, (await app.streams.load(secondFactorStream, userId)).state);
  const asksPassword = user.passwordRef !== null || !active;
  const absent = [
    ...(asksPassword && password === undefined ? [missing('password', 'password is required')] : []),
    ...(active && !code ? [missing('code', 'code is required: one of the second factor')] : []),
  ];
  // Who leaves out the code alone is told so after his password was checked, as ever.
  if (absent[0]?.loc[1] === 'password') throw new Invalid(absent);
  if (password !== undefined) await checkPassword(app, userId, { text: password, field: 'password', address });
  if (absent.length > 0) throw new Invalid(absent);
  if (code) await proveSecondFactorOwner(app, new ProveSecondFactorOwner(userId, { ...code, address }, origin));
}

const missing = (field: string, msg: string): FieldError => ({ loc: ['body', field], msg, type: 'missing' });
