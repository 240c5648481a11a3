import { Injectable, Inject, type InjectionToken, type Provider } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Command, CommandEntry, CommandTable } from '@pps/kernel';

/** The way in for what users command. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  /** Carries a command out; what its function throws is thrown here. */
  execute<Result>(command: Command<Result>): Promise<Result> {
    return this.bus.execute<Command<Result>, Result>(command);
  }
}

/** Providers by which the bus finds the function of each command; `app` is the token of what the functions need. */
export function registerCommands<App>(app: InjectionToken<App>, ...tables: readonly CommandTable<App>[]): Provider[] {
  return tables.flat().map((entry) => handlerClass(app, entry));
}

function handlerClass<App>(token: InjectionToken<App>, { command, handle }: CommandEntry<App>): Provider {
  @CommandHandler(command)
  class TableHandler implements ICommandHandler<Command<unknown>> {
    constructor(@Inject(token) private readonly app: App) {}

    execute(given: Command<unknown>): Promise<unknown> {
      return handle(this.app, given as never);
    }
  }
  // Nest names a provider after its class where it cannot make one.
  Object.defineProperty(TableHandler, 'name', { value: `${command.name}Handler` });
  return TableHandler;
}
