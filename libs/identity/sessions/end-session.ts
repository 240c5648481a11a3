import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { endSession } from './session.decider';
import { sessionStream } from './session.stream';

/** Ends a session of the user, at once on every process; a repeat is silent. Throws `NotFound`, also for another user's. */
export class EndSession extends Command<void> {
  constructor(
    readonly sessionId: string,
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ sessionId, userId, origin }: EndSession): Promise<void> {
    await this.runner.run(sessionStream, sessionId, origin, (state) => endSession(userId, origin.occurredAt, state));
  }
}
