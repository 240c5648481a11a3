import type { Database } from '@pps/read-store';

/** Counts one more attempt of a subject, over all processes, and gives the count in the present window. A window is `windowMs` long and starts with its first attempt. */
export async function countAttempt(db: Database, subject: Buffer, windowMs: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { failures: number }[] }>(
    `insert into identity.login_failure as known (subject, window_started_at, failures) values (:subject, clock_timestamp(), 1)
     on conflict (subject) do update set
       failures = case when known.window_started_at < clock_timestamp() - :window * interval '1 millisecond' then 1 else known.failures + 1 end,
       window_started_at = case when known.window_started_at < clock_timestamp() - :window * interval '1 millisecond'
         then clock_timestamp() else known.window_started_at end
     returning failures`,
    { subject, window: windowMs },
  );
  return rows[0]?.failures ?? 1;
}
