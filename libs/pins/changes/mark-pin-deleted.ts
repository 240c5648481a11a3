import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import type { QuotaUnit } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';
import { decidePinDeletion, type PinDeletion } from './pin-change.decider';

/** Deletes a pin; answers the unit of quota that it gives back. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export class MarkPinDeleted extends Command<QuotaUnit | null> {
  constructor(
    readonly pinId: string,
    readonly deletion: PinDeletion,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(MarkPinDeleted)
export class MarkPinDeletedHandler implements ICommandHandler<MarkPinDeleted> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ pinId, deletion, origin }: MarkPinDeleted): Promise<QuotaUnit | null> {
    const decide = decidePinDeletion.bind(null, deletion);
    const { facts } = await this.runner.run(pinStream, pinId, origin, decide);
    const [deleted] = facts;
    return deleted?.type === 'PinDeleted' ? (deleted.data.releasedUnit ?? null) : null;
  }
}
