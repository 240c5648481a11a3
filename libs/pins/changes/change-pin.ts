import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { PinContent, PinFact } from '../pin/pin.events';
import { decidePinEdit, decidePinRetry, type PinRetry } from './pin-change.decider';
import { describePin, type PinView } from '../pin/pin-view';
import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';

export type PinChange =
  ({ readonly kind: 'retry' } & Omit<PinRetry, 'at'>) | { readonly kind: 'edit'; readonly boardId: string; readonly content: PinContent };

/** What a client does to a pin that exists; answers the pin as it is then. Throws `WrongRevision` where another fact came first: what was checked may not hold for it. */
export class ChangePin extends Command<PinView> {
  constructor(
    readonly pinId: string,
    readonly change: PinChange,
    readonly at: string,
    readonly origin: Origin,
    readonly expectedRevision: number,
  ) {
    super();
  }
}

@CommandHandler(ChangePin)
export class ChangePinHandler implements ICommandHandler<ChangePin> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ pinId, change, at, origin, expectedRevision }: ChangePin): Promise<PinView> {
    const { state } = await this.runner.run(pinStream, pinId, origin, (current) => decide(change, at, current), { expectedRevision });
    if (state.kind !== 'pin') throw new NotFound('Pin');
    return describePin(state);
  }
}

function decide(change: PinChange, at: string, state: PinState): readonly PinFact[] {
  switch (change.kind) {
    case 'retry':
      return decidePinRetry({ ...change, at }, state);
    case 'edit':
      return decidePinEdit({ ...change, at }, state);
  }
}
