import { DatabaseClock } from '@pps/read-store/database-clock';
import type { Client } from 'pg';

const everyMs = 5_000;

/**
 * The moment in Unix milliseconds that a fact is recorded at: by the database's clock, as its readers ask by that what is due. The clock is asked on the
 * connection that writes, every 5 s at most, and only while something is written. Throws what the connection throws.
 */
export function openLogClock(client: Client): () => Promise<number> {
  let askAt = -Infinity;
  const clock = new DatabaseClock({ toleranceMs: Infinity, onSet: () => (askAt = -Infinity) });
  return async () => {
    // Also where it turns out only now that the machine's clock was set, or the machine slept.
    clock.now();
    if (performance.now() >= askAt) {
      const askedAt = performance.now();
      const { rows } = await client.query<{ now: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as now');
      const exactToMs = (performance.now() - askedAt) / 2;
      clock.note({ databaseMs: rows[0]!.now, monotonicMs: askedAt + exactToMs, exactToMs });
      askAt = askedAt + everyMs;
    }
    return clock.now().getTime();
  };
}
