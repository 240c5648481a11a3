import type { Streams, Origin } from '@pps/event-store';
import { userStream, type Principal } from '@pps/identity/events';
import { Command } from '@pps/kernel';
import { decidePreferenceChanges, type PreferenceChanges } from '../mail.decider';

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
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  { project, changes, origin }: ChangePreferences,
): Promise<void> {
  const at = origin.occurredAt;
  await streams.decide(userStream, project.userId, origin, (state) => decidePreferenceChanges(project, changes, at, state));
}
