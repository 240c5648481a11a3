import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { nameActor } from '@pps/runtime';
import { FailedSignIns } from '../access/failed-sign-ins';
import { LoginFailures } from '../log-in/login-failures';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { SecondFactorAttempts } from './second-factor-attempts';
import { SecondFactorCodes, type PresentedCode } from './second-factor-codes';
import { SecondFactorTickets } from './second-factor-tickets';
import { invalidTicket } from './second-factor.decider';

/**
 * Completes a sign-in whose first factor was proven, once, by a code. Throws `Rejected`: `invalid_token` for a ticket that is none, has expired, was used
 * or is worn out; `invalid_credentials` for a wrong code; `rate_limited`.
 */
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

@CommandHandler(RedeemSignInTicket)
export class RedeemSignInTicketHandler implements ICommandHandler<RedeemSignInTicket> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly tickets: SecondFactorTickets,
    private readonly attempts: SecondFactorAttempts,
    private readonly codes: SecondFactorCodes,
    private readonly failures: LoginFailures,
    private readonly failed: FailedSignIns,
  ) {}

  async execute({ ticket: text, code, at, requestOrigin }: RedeemSignInTicket): Promise<User> {
    const ticket = this.tickets.verify('sign_in', text, at);
    if (!ticket) throw invalidTicket();
    nameActor({ type: 'user', id: ticket.userId });
    await this.attempts.countTicket(ticket.id);
    const { state: user } = await this.runner.load(userStream, ticket.userId);
    if (user.kind !== 'registered' || user.sessionGeneration !== ticket.generation) throw invalidTicket();
    const { userId, organizationId, emailHash } = user;
    const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: at };
    try {
      await this.codes.use(user, code, { id: ticket.id, expiresAt: ticket.expiresAt }, origin);
    } catch (error) {
      if (error instanceof Rejected && error.code === 'invalid_credentials') this.failed.note(user, code.address, 'second');
      throw error;
    }
    await this.failures.recordSuccess({ emailHash, address: code.address });
    return user;
  }
}
