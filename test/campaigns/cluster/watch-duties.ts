import { pause } from '@pps/concurrency';
import { inspectAddress, openDatabase, Timelines } from '@pps/read-store';
import { addressesOf } from '@pps/read-store/writable-address';

/** A stretch in which a duty had no holder, on this process's monotonic clock. */
export interface Unled {
  readonly duty: string;
  readonly from: number;
  readonly until: number;
}

export interface DutyWatch {
  /** No further looks; gives every stretch that was seen. */
  stop(): Promise<readonly Unled[]>;
}

const looksEveryMs = 100;
const query = `select duty, expires_at > clock_timestamp() as led from leases.lease`;

/** Looks again and again which duties have a holder, past the wires of a campaign. Those of a release that nobody has any more have none for ever. */
export function watchDuties(databaseUrl: string): DutyWatch {
  const timelines = new Timelines();
  const db = openDatabase(databaseUrl, 1, { timelines });
  const stopping = new AbortController();
  const [since, seen] = [new Map<string, number>(), [] as Unled[]];
  const look = async () => {
    // A connection stays with the server that it was made to, also once that was replaced.
    if (addressesOf(databaseUrl).length > 1) await inspectAddress(databaseUrl, timelines);
    const { rows } = await db.raw<{ rows: { duty: string; led: boolean }[] }>(query);
    const now = performance.now();
    for (const { duty, led } of rows) {
      const from = since.get(duty);
      if (!led) since.set(duty, from ?? now);
      else if (from !== undefined) {
        seen.push({ duty, from, until: now });
        since.delete(duty);
      }
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch(() => undefined);
      await pause(looksEveryMs, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      await db.destroy();
      return seen;
    },
  };
}
