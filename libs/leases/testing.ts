import type { Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import type { FencingToken } from './lease-term';

/** A token of that epoch whose holder is nobody else. */
export const fencingToken = (epoch: bigint): FencingToken => ({ holder: randomUUID(), epoch });

/** Puts a lease with that token in the table for the next hour, in place of any other of the duty. */
export async function holdLease(db: Database, duty: string, { holder, epoch }: FencingToken): Promise<void> {
  await db.raw(
    `insert into leases.lease (duty, holder, epoch, expires_at) values (?, ?, ?, clock_timestamp() + interval '1 hour')
     on conflict (duty) do update set holder = excluded.holder, epoch = excluded.epoch, expires_at = excluded.expires_at`,
    [duty, holder, epoch.toString()],
  );
}

/** When the lease of a duty that somebody holds or held runs out, by the database's clock. */
export async function readLeaseEnd(db: Database, duty: string): Promise<Date> {
  const row = await db<{ duty: string; expires_at: Date }>('leases.lease').where({ duty }).first('expires_at');
  if (!row) throw new Error(`nobody ever led ${duty}`);
  return row.expires_at;
}

/** For how many milliseconds a process has been the exclusive writer; null where none is. */
export async function readExclusiveForMs(db: Database): Promise<number | null> {
  const { rows } = await db.raw<{ rows: { ms: number }[] }>(
    `select extract(epoch from clock_timestamp() - since)::float * 1000 as ms from leases.exclusive_writer`,
  );
  return rows[0]?.ms ?? null;
}

/** Makes known that a host would have led these duties so many milliseconds ago, as hosts do twice a second. */
export async function contendFor(
  db: Database,
  { kind, holder, wanted }: { readonly kind: string; readonly holder: string; readonly wanted: readonly string[] },
  agoMs = 0,
): Promise<void> {
  await db.raw(
    `insert into leases.contender (holder, kind, wanted, seen_at) values (?, ?, ?, clock_timestamp() - ? * interval '1 millisecond')
     on conflict (holder) do update set wanted = excluded.wanted, seen_at = excluded.seen_at`,
    [holder, kind, [...wanted], agoMs],
  );
}

/** The hosts of a kind that have asked for duties and not left. */
export const readContenders = (db: Database, kind: string): Promise<string[]> => db('leases.contender').where({ kind }).pluck('holder');
