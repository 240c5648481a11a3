import type { CommandRunner, Origin } from '@pps/event-store';
import { userStream, type Principal } from '@pps/identity/events';
import { Command } from '@pps/kernel';
import { decidePreferenceChanges, type PreferenceChanges } from './preferences.decider';

export class ChangePreferences extends Command<void> {
  constructor(
    readonly project: Pick<Principal, 'userId' | 'projectId' | 'epoch'>,
    readonly changes: PreferenceChanges,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Changes which mails the user wants about a project; a repeat is silent. Throws `NotFound`. */
export async function changePreferences(
  { runner }: { readonly runner: Pick<CommandRunner, 'run'> },
  { project, changes, origin }: ChangePreferences,
): Promise<void> {
  const at = origin.occurredAt;
  await runner.run(userStream, project.userId, origin, (state) => decidePreferenceChanges(project, changes, at, state));
}
