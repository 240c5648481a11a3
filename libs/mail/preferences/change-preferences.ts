import { userStream } from '@pps/identity/events';
import type { Principal } from '@pps/identity/events';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { changePreferences, type PreferenceChanges } from './preferences.decider';

/** Changes which mails the user wants about a project; a repeat is silent. Throws `NotFound`. */
export class ChangePreferences extends Command<void> {
  constructor(
    readonly project: Pick<Principal, 'userId' | 'projectId' | 'epoch'>,
    readonly changes: PreferenceChanges,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ChangePreferences)
export class ChangePreferencesHandler implements ICommandHandler<ChangePreferences> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ project, changes, origin }: ChangePreferences): Promise<void> {
    await this.runner.run(userStream, project.userId, origin, (state) => changePreferences(project, changes, origin.occurredAt, state));
  }
}
