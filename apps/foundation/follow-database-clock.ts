import { pause, SingleFlight } from '@pps/concurrency';
import { DatabaseClock, inspectServer, isDatabaseUnavailable, type Database } from '@pps/read-store';

const betweenLooksMs = 1_000;

/** The database's clock, as one look shows; it is looked at again, once a second at most until `signal` aborts, when the machine's own is set. A server that cannot tell leaves the machine's. Throws where the database is unavailable. */
export async function followDatabaseClock(db: Database, toleranceMs: number, signal: AbortSignal): Promise<DatabaseClock> {
  const look = async () => clock.note((await inspectServer(db)).time);
  const looking = new SingleFlight(async () => {
    await look().catch(() => undefined);
    await pause(betweenLooksMs, signal);
  });
  const clock = new DatabaseClock({ toleranceMs, onSet: () => void (signal.aborted || looking.run()) });
  await look().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
  });
  return clock;
}
