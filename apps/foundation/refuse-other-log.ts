import type { EventStore } from '@pps/event-store';
import { ForeignCheckpoint, refuseForeignLog, type Database } from '@pps/read-store';
import { CannotStart } from '@pps/runtime';

/** Throws `CannotStart` when a projection or process is ahead of the head of this log, or has read another log. */
export async function refuseOtherLog(db: Database, store: EventStore): Promise<void> {
  await refuseForeignLog(db, store).catch((error: unknown) => {
    if (!(error instanceof ForeignCheckpoint)) throw error;
    throw new CannotStart(`${error.message}: log and read models do not belong together; \`pinctl backup check\` names all that does not`);
  });
}
