import type { Streams, Origin } from '@pps/event-store';
import { Command, Rejected } from '@pps/kernel';
import { nameActor } from '@pps/runtime';
import type { FailedSignIns } from '../access/failed-sign-ins';
import type { LoginFailures } from '../log-in/login-failures';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import type { SecondFactorAttempts } from './second-factor-attempts';
import type { SecondFactorCodes, PresentedCode } from './second-factor-codes';
import type { SecondFactorTickets } from './second-factor-tickets';
import { invalidTicket } from './second-factor.decider';

export class RedeemSignInTicket extends Command<User> {
  constructor(
    readonly ticket: string,
    readonly code: PresentedCode,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

export interface RedeemSignInTicketDeps {
  readonly streams: Pick<Streams, 'load'>;
  readonly secondFactorTickets: SecondFactorTickets;
  readonly secondFactorAttempts: SecondFactorAttempts;
  readonly secondFactorCodes: SecondFactorCodes;
  readonly loginFailures: LoginFailures;
  readonly failedSignIns: FailedSignIns;
}

/**
 * Completes a sign-in whose first factor was proven, once, by a code. Throws `Rejected`: `invalid_token` for a ticket that is none, has expired, was used
 * or is worn out; `invalid_credentials` for a wrong code; `rate_limited`.
 */
export async function redeemSignInTicket(
  app: RedeemSignInTicketDeps,
  { ticket: text, code, at, requestOrigin }: RedeemSignInTicket,
): Promise<User> {
  const ticket = app.secondFactorTickets.verify('sign_in', text, at);
  if (!ticket) throw invalidTicket();
  nameActor({ type: 'user', id: ticket.userId });
  await app.secondFactorAttempts.countTicket(ticket.id);
  const { state: user } = await app.streams.load(userStream, ticket.userId);
  if (user.kind !== 'registered' || user.sessionGeneration !== ticket.generation) throw invalidTicket();
  const { userId, organizationId, emailHash } = user;
  const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: at };
  try {
    await app.secondFactorCodes.use(user, code, { id: ticket.id, expiresAt: ticket.expiresAt }, origin);
  } catch (error) {
    if (error instanceof Rejected && error.code === 'invalid_credentials') app.failedSignIns.note(user, code.address, 'second');
    throw error;
  }
  await app.loginFailures.recordSuccess({ emailHash, address: code.address });
  return user;
}
