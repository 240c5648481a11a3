import { StoreAccessDenied, type EventStore } from '@pps/event-store';
import { identityStream } from '@pps/event-store/events';
import { ForeignCheckpoint, refuseForeignLog, type Database } from '@pps/read-store';
import { CannotStart } from '@pps/runtime';

/**
 * Throws `CannotStart` when the event store refuses the credentials of `EVENTSTORE_URL`, and when a projection or process is ahead of the head of
 * this log, or has read another log.
 */
export async function refuseOtherLog(db: Database, store: Pick<EventStore, 'read' | 'head' | 'identity'>): Promise<void> {
  // An empty database asks the log for nothing else.
  const askAnything = () => store.read(identityStream, 0, 1);
  const compare = () => refuseForeignLog(db, store);
  await askAnything()
    .then(compare)
    .catch((error: unknown) => {
      if (error instanceof StoreAccessDenied) throw new CannotStart('The event store refuses the user and password of EVENTSTORE_URL.');
      if (!(error instanceof ForeignCheckpoint)) throw error;
      throw new CannotStart(
        `${error.message}: log and read models do not belong together; \`pinctl backup check\` names all that does not, and \`pinctl log rejoin\` mends it where two database servers took writes`,
      );
    });
}
