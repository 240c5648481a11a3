import type { Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';

/** Puts a lease of that epoch in the table, held by somebody for the next minute, in place of any other of the duty. */
export async function holdLease(db: Database, duty: string, epoch: bigint): Promise<void> {
  await db.raw(
    `insert into leases.lease (duty, holder, epoch, expires_at) values (?, ?, ?, clock_timestamp() + interval '1 minute')
     on conflict (duty) do update set holder = excluded.holder, epoch = excluded.epoch, expires_at = excluded.expires_at`,
    [duty, randomUUID(), epoch.toString()],
  );
}

/** When the lease of a duty that somebody holds or held runs out, by the database's clock. */
export async function readLeaseEnd(db: Database, duty: string): Promise<Date> {
  const row = await db<{ duty: string; expires_at: Date }>('leases.lease').where({ duty }).first('expires_at');
  if (!row) throw new Error(`nobody ever led ${duty}`);
  return row.expires_at;
}
