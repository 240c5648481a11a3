import { userStream } from '@pps/identity/events';
import type { Principal } from '@pps/identity/events';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { changePreferences, type PreferenceChanges } from './preferences.decider';

/** Changes which mails the user wants about a project; a repeat is silent. Throws `NotFound`. */
export class ChangePreferences extends Command<void> {
  constructor(
    readonly place: Pick<Principal, 'userId' | 'projectId' | 'epoch'>,
    readonly changes: PreferenceChanges,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ChangePreferences)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferences> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ place, changes, origin }: ChangePreferences): Promise<void> {
    await this.runner.run(userStream, place.userId, origin, (state) => changePreferences(place, changes, origin.occurredAt, state));
  }
}
