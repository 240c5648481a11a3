import type { Origin, Streams } from '@pps/event-store';
import { Command, Invalid, NotFound, Rejected } from '@pps/kernel';
import {
  ProveSecondFactorOwner,
  proveSecondFactorOwner,
  type OwnerProof,
  type ProveSecondFactorOwnerDeps,
} from '../second-factor/prove-second-factor-owner';
import { activeSecondFactor, secondFactorStream } from '../second-factor/second-factor.stream';
import { userStream } from '../users/user.stream';
import { decideRequestAccountDeletion, decideCancelAccountDeletion } from '../users/user.decider';
import { requireRegistered } from '../users/user.state';

/** Nothing but the session, with the moment of its sign-in in milliseconds since 1970: for people who have no password and no second factor. */
export interface SignInProof {
  readonly kind: 'sign_in';
  readonly at: number;
}

const freshForMs = 10 * 60_000;

export class RequestAccountDeletion extends Command<{ readonly dueAt: string }> {
  constructor(
    readonly userId: string,
    readonly proof: OwnerProof | SignInProof,
    readonly afterMs: number,
    readonly origin: Origin,
  ) {
    super();
  }
}

/**
 * Ends the account and its workspace in `afterMs`, unless the person takes it back; gives when. A repeat does not move that time. Who signs in with
 * Google alone shows a sign-in of the last ten minutes. A wrong or missing password or code throws `Invalid`; throws `Rejected`: `rate_limited`,
 * `conflict` for a code while none is asked for, `recent_login_required`; `NotFound`, and `Overloaded`.
 */
export async function requestAccountDeletion(
  app: ProveSecondFactorOwnerDeps,
  { userId, proof, afterMs, origin }: RequestAccountDeletion,
): Promise<{ readonly dueAt: string }> {
  if (proof.kind === 'sign_in') await refuseOldSignIn(app, userId, proof, origin);
  else await proveSecondFactorOwner(app, new ProveSecondFactorOwner(userId, proof, origin));
  const requestedAt = origin.occurredAt;
  const dueAt = new Date(Date.parse(requestedAt) + afterMs).toISOString();
  const { state } = await app.streams.decide(userStream, userId, origin, (known) =>
    decideRequestAccountDeletion({ requestedAt, dueAt }, known),
  );
  if (state.kind !== 'registered' || state.deletionDueAt === null) throw new NotFound('User');
  return { dueAt: state.deletionDueAt };
}

async function refuseOldSignIn(
  app: ProveSecondFactorOwnerDeps,
  userId: string,
  { at }: SignInProof,
  { occurredAt }: Origin,
): Promise<void> {
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  const active = activeSecondFactor(user, (await app.streams.load(secondFactorStream, userId)).state);
  if (user.passwordRef !== null || active) {
    throw new Invalid([
      { loc: ['body', 'password'], msg: 'password is required, or code, or recovery_code: exactly one of them', type: 'one_of' },
    ]);
  }
  if (Date.parse(occurredAt) - at > freshForMs) {
    throw new Rejected(
      'recent_login_required',
      'Sign in with Google again: the sign-in is more than ten minutes old',
      {},
      { remediation: 'Sign in again at GET /v1/auth/google/login and use the new access token.' },
    );
  }
}

export class CancelAccountDeletion extends Command<void> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Keeps the account that was to be deleted. Throws `NotFound`, and `Rejected('conflict')` where that was not asked for or its time has come. */
export async function cancelAccountDeletion(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  { userId, origin }: CancelAccountDeletion,
): Promise<void> {
  await streams.decide(userStream, userId, origin, (state) => decideCancelAccountDeletion(origin.occurredAt, state));
}
