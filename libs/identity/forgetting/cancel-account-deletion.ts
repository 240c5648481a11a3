import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { userStream } from '../users/user.stream';
import { cancelAccountDeletion } from './account-deletion.decider';

/** Keeps the account that was to be deleted. Throws `NotFound`, and `Rejected('conflict')` where that was not asked for or its time has come. */
export class CancelAccountDeletion extends Command<void> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(CancelAccountDeletion)
export class CancelAccountDeletionHandler implements ICommandHandler<CancelAccountDeletion> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ userId, origin }: CancelAccountDeletion): Promise<void> {
    await this.runner.run(userStream, userId, origin, (state) => cancelAccountDeletion(origin.occurredAt, state));
  }
}
