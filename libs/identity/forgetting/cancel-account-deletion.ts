import { Command } from '@pps/kernel';
import type { Streams, Origin } from '@pps/event-store';
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
  readonly streams: Pick<Streams, 'decide'>;
}

/** Keeps the account that was to be deleted. Throws `NotFound`, and `Rejected('conflict')` where that was not asked for or its time has come. */
export async function cancelAccountDeletion(app: CancelAccountDeletionDeps, { userId, origin }: CancelAccountDeletion): Promise<void> {
  await app.streams.decide(userStream, userId, origin, (state) => decideCancelAccountDeletion(origin.occurredAt, state));
}
