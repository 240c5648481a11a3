import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { queuePin } from '../pin/pin.decider';
import type { PinQueued } from '../pin/pin.events';
import { describePin, type PinView } from '../pin/pin-view';
import { pinStream } from '../pin/pin.stream';

export interface QueuedPin {
  readonly pin: PinView;
  /** True when the pin was there already with the same content. */
  readonly replayed: boolean;
}

/** Queues a pin for publishing under an id derived from its idempotency key, so that a race has one winner. */
export class QueuePin extends Command<QueuedPin> {
  constructor(
    readonly pin: PinQueued['data'],
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(QueuePin)
export class QueuePinHandler implements ICommandHandler<QueuePin> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ pin, origin }: QueuePin): Promise<QueuedPin> {
    const { state, facts } = await this.runner.run(pinStream, pin.pinId, origin, (current) => queuePin(pin, current), { fresh: true });
    if (state.kind !== 'pin') throw new Error(`pin ${pin.pinId} is ${state.kind} after it was queued`);
    return { pin: describePin(state), replayed: facts.length === 0 };
  }
}
