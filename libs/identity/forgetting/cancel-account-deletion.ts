import { Command } from '@pps/kernel';
import type { CommandRunner, Origin } from '@pps/event-store';
import { userStream } from '../users/user.stream';
import { decideCancelAccountDeletion } from './account-deletion.decider';

export class CancelAccountDeletion extends Command<void> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface CancelAccountDeletionDeps {
  readonly runner: Pick<CommandRunner, 'run'>;
}

/** Keeps the account that was to be deleted. Throws `NotFound`, and `Rejected('conflict')` where that was not asked for or its time has come. */
export async function cancelAccountDeletion(app: CancelAccountDeletionDeps, { userId, origin }: CancelAccountDeletion): Promise<void> {
  await app.runner.run(userStream, userId, origin, (state) => decideCancelAccountDeletion(origin.occurredAt, state));
}
