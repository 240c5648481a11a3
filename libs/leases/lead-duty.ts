import { linkAbort, orTimeout, pause, whenAborted } from '@pps/concurrency';
import { ForeignCheckpoint, type Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { leaseLifetimeMs, LeaseRenewals, type Lease } from './lease-renewals';

/** What tells one time of leading from every other: the epoch grows with every take-over, the holder is the process that leads. */
export interface FencingToken {
  readonly holder: string;
  readonly epoch: bigint;
}

/** What a leader holds: `signal` aborts when the lease may be lost. */
export interface Leadership extends FencingToken {
  readonly signal: AbortSignal;
}

const marginMs = 1_000;
const standbyMs = 750;

/**
 * Leads a duty whenever no other process does, until `signal` aborts: acquires a lease of 4 s on the database's clock, renews it every second
 * and runs `work`, whose signal aborts a second before a lease that could not be renewed expires. A standby takes over within 5 s. Work that
 * fails, other than by throwing its aborted signal's reason, is started again, except after `ForeignCheckpoint`: then this process renews the
 * lease and does nothing else until it ends. Duties of one process are given the same `renewals`.
 */
export async function leadDuty(
  db: Database,
  duty: string,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
  onError: (error: unknown) => void,
  renewals = new LeaseRenewals(db),
): Promise<void> {
  const holder = randomUUID();
  // A host has a duty for each of its processes and dispatchers, and one signal for all.
  setMaxListeners(0, signal);
  let refused = false;
  const workUnlessRefused = async (leadership: Leadership) => {
    await work(leadership).catch(async (error: unknown) => {
      if (!(error instanceof ForeignCheckpoint)) throw error;
      refused = true;
      onError(error);
      await whenAborted(leadership.signal);
    });
  };
  while (!signal.aborted && !refused) {
    const lease = await acquire(db, duty, holder).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (lease) await leadOnce({ db, renewals }, lease, signal, workUnlessRefused).catch(onError);
    if (!signal.aborted && !refused) await pause(standbyMs, signal);
  }
}

interface AcquiredLease extends Lease {
  /** On this process's clock, before the database was asked: so this process takes the lease for expired before any other does. */
  readonly askedAt: number;
}

async function leadOnce(
  { db, renewals }: { readonly db: Database; readonly renewals: LeaseRenewals },
  lease: AcquiredLease,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  const held = linkAbort(signal);
  const done = new AbortController();
  const beating = renewUntilLost(renewals, lease, done.signal).finally(held.abort);
  try {
    await work({ holder: lease.holder, epoch: lease.epoch, signal: held.signal });
  } catch (error) {
    // What ends with its lease has not failed.
    if (error !== held.signal.reason) throw error;
  } finally {
    done.abort();
    await beating;
    held.release();
    await db('leases.lease')
      .where({ duty: lease.duty, holder: lease.holder, epoch: lease.epoch.toString() })
      .update({ expires_at: db.fn.now() })
      .catch(() => undefined);
  }
}

async function acquire(db: Database, duty: string, holder: string): Promise<AcquiredLease | null> {
  const askedAt = performance.now();
  const { rows } = await db.raw<{ rows: { epoch: string }[] }>(
    `insert into leases.lease as lease (duty, holder, epoch, expires_at)
     values (:duty, :holder, 1, clock_timestamp() + :lifetime * interval '1 millisecond')
     on conflict (duty) do update set holder = excluded.holder, epoch = lease.epoch + 1, expires_at = excluded.expires_at
       where lease.expires_at < clock_timestamp()
     returning epoch`,
    { duty, holder, lifetime: leaseLifetimeMs },
  );
  return rows[0] ? { duty, holder, epoch: BigInt(rows[0].epoch), askedAt } : null;
}

/** Renews the lease until `signal` aborts; returns earlier when the lease is lost, or so near to its end that it may be lost. */
async function renewUntilLost(renewals: LeaseRenewals, lease: AcquiredLease, signal: AbortSignal): Promise<void> {
  let safeUntil = lease.askedAt + leaseLifetimeMs - marginMs;
  while (!signal.aborted && performance.now() < safeUntil) {
    // A renewal that hangs is a renewal that failed.
    const renewed = await orTimeout(renewals.renew(lease, signal), Math.max(0, safeUntil - performance.now()));
    if (renewed === 'lost') return;
    if (typeof renewed === 'number') safeUntil = renewed + leaseLifetimeMs - marginMs;
  }
}
