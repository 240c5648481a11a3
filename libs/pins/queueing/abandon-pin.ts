import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { abandonPin } from '../pin/pin.decider';
import { pinStream } from '../pin/pin.stream';

/** Abandons a reserved unit of quota that no queued pin has confirmed. */
export class AbandonPin extends Command<void> {
  constructor(
    readonly entry: { readonly pinId: string; readonly month: string; readonly entryId: string; readonly at: string },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(AbandonPin)
export class AbandonPinHandler implements ICommandHandler<AbandonPin> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ entry, origin }: AbandonPin): Promise<void> {
    await this.runner.run(pinStream, entry.pinId, origin, (state) => abandonPin(entry, state));
  }
}
