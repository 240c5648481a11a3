import type { Database } from '@pps/read-store';

/** Seconds since somebody led each duty that was ever led; 0 while somebody leads it. */
export async function readUnledSeconds(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw<{ rows: { duty: string; seconds: number }[] }>(
    'select duty, greatest(0, extract(epoch from clock_timestamp() - expires_at))::float8 as seconds from leases.lease',
  );
  return new Map(rows.map(({ duty, seconds }) => [duty, seconds]));
}
