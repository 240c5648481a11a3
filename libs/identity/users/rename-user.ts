import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { renameUser, type PreparedRename } from './rename.decider';
import { userStream } from './user.stream';

/** Records a prepared rename; a repeat is silent. Throws `NotFound`, and `Rejected('conflict')` when the profile changed meanwhile. */
export class RenameUser extends Command<void> {
  constructor(
    readonly userId: string,
    readonly rename: PreparedRename,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RenameUser)
export class RenameUserHandler implements ICommandHandler<RenameUser> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ userId, rename, origin }: RenameUser): Promise<void> {
    await this.runner.run(userStream, userId, origin, (state) => renameUser(rename, origin.occurredAt, state));
  }
}
