import type { Origin } from '@pps/event-store';
import { Command, Rejected } from '@pps/kernel';
import { clientNetworkOf, nameActor } from '@pps/runtime';
import type { FailedSignIns } from '../access/failed-sign-ins';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { checkSecondFactor, type PresentedCode, type SecondFactorCodesDeps } from './second-factor-codes';
import type { SecondFactorTickets } from './second-factor-tickets';
import { invalidTicket } from './second-factor.stream';
import type { RequestOrigin } from '../users/principal';

export class RedeemSignInTicket extends Command<User> {
  constructor(
    readonly ticket: string,
    readonly code: PresentedCode,
    readonly at: string,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

export interface RedeemSignInTicketDeps extends SecondFactorCodesDeps {
  readonly secondFactorTickets: SecondFactorTickets;
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
  await countTicketUse(app, ticket.id);
  const { state: user } = await app.streams.load(userStream, ticket.userId);
  if (user.kind !== 'registered' || user.sessionGeneration !== ticket.generation) throw invalidTicket();
  const { userId, organizationId, emailHash } = user;
  const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: at };
  try {
    await checkSecondFactor(app, user, code, { id: ticket.id, expiresAt: ticket.expiresAt }, origin);
  } catch (error) {
    if (error instanceof Rejected && error.code === 'invalid_credentials') app.failedSignIns.note(user, code.address, 'second');
    throw error;
  }
  await app.knownAddresses.remember(emailHash, clientNetworkOf(code.address));
  return user;
}

/** Counts before the code is looked at, so that parallel guesses are no more than the limit. Throws `Rejected('invalid_token')` for a ticket that is worn out. */
async function countTicketUse({ attemptWindows, configuration }: RedeemSignInTicketDeps, ticketId: string): Promise<void> {
  const { SECOND_FACTOR_TICKET_LIFETIME, SECOND_FACTOR_ATTEMPTS_PER_TICKET } = configuration;
  const { attempts } = await attemptWindows.count({ subject: `second factor ticket ${ticketId}` }, SECOND_FACTOR_TICKET_LIFETIME);
  if (attempts > SECOND_FACTOR_ATTEMPTS_PER_TICKET) throw invalidTicket();
}
