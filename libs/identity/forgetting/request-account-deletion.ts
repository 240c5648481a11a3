import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { ProveSecondFactorOwner, type OwnerProof } from '../second-factor/prove-second-factor-owner';
import { userStream } from '../users/user.stream';
import { requestAccountDeletion } from './account-deletion.decider';

/**
 * Ends the account and its workspace in `afterMs`, unless the person takes it back; gives when. A repeat does not move that time. A wrong password or
 * code throws `Invalid`; throws `Rejected`: `rate_limited`, `conflict` for a code while none is asked for; `NotFound`, and `Overloaded`.
 */
export class RequestAccountDeletion extends Command<{ readonly dueAt: string }> {
  constructor(
    readonly userId: string,
    readonly proof: OwnerProof,
    readonly afterMs: number,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RequestAccountDeletion)
export class RequestAccountDeletionHandler implements ICommandHandler<RequestAccountDeletion> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, proof, afterMs, origin }: RequestAccountDeletion): Promise<{ readonly dueAt: string }> {
    await this.commands.execute(new ProveSecondFactorOwner(userId, proof, origin));
    const requestedAt = origin.occurredAt;
    const dueAt = new Date(Date.parse(requestedAt) + afterMs).toISOString();
    const { state } = await this.runner.run(userStream, userId, origin, (known) => requestAccountDeletion({ requestedAt, dueAt }, known));
    if (state.kind !== 'registered' || state.deletionDueAt === null) throw new NotFound('User');
    return { dueAt: state.deletionDueAt };
  }
}
