import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Command } from '@pps/kernel';

/** The way in for what users command. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  /** Carries a command out; what its function throws is thrown here. */
  execute<Result>(command: Command<Result>): Promise<Result> {
    return this.bus.execute<Command<Result>, Result>(command);
  }
}
