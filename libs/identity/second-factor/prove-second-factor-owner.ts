import type { Streams, Origin } from '@pps/event-store';
import { Command, Invalid, NotFound, Rejected } from '@pps/kernel';
import { checkPassword, type CheckPasswordDeps } from '../passwords/check-password';
import { userStream } from '../users/user.stream';
import { secondFactorIsOff } from './second-factor.decider';
import type { SecondFactorCodes, PresentedCode } from './second-factor-codes';

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

export interface ProveSecondFactorOwnerDeps extends CheckPasswordDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly secondFactorCodes: SecondFactorCodes;
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
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind !== 'registered') throw new NotFound('User');
  try {
    await app.secondFactorCodes.use(user, { kind, text, address }, undefined, origin);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    if (error.code === 'invalid_token') throw secondFactorIsOff();
    if (error.code !== 'invalid_credentials') throw error;
    throw new Invalid([{ loc: ['body', kind], msg: error.message, type: 'wrong_code' }]);
  }
}
