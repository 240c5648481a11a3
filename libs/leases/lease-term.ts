import { linkAbort } from '@pps/concurrency';
import type { Database } from '@pps/read-store';
import type { LeaseRenewals } from './lease-renewals';
import { endWithinMs, releaseLease, type TakenLease } from './lease.store';

/** What tells one time of leading from every other: the epoch grows with every take-over, the holder is the host that leads. */
export interface FencingToken {
  readonly holder: string;
  readonly epoch: bigint;
}

/** What a leader holds: `signal` aborts when the lease may be lost, or is given up. */
export interface Leadership extends FencingToken {
  readonly signal: AbortSignal;
}

/** One term of leading a duty, from when the lease was taken until it is given back. */
export interface LeaseTerm {
  /** Rejects with what the work failed with. */
  readonly ended: Promise<void>;
  /** The host that it is being given up for; null until then. */
  readonly givenTo: () => string | null;
  /** Ends the work, and keeps the lease for this host first. */
  readonly giveUp: (to: string) => void;
}

/** Does the work until it ends, the lease is lost or given up, or `signal` aborts; the work's signal aborts a second before the lease may expire. */
export function beginTerm(
  { db, renewals }: { readonly db: Database; readonly renewals: LeaseRenewals },
  lease: TakenLease,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
): LeaseTerm {
  const held = linkAbort(signal);
  const done = new AbortController();
  let receiver: string | null = null;
  let expiry: NodeJS.Timeout | undefined;
  const run = async () => {
    const beating = renewals.hold(lease, done.signal).finally(held.abort);
    try {
      await work({ holder: lease.holder, epoch: lease.epoch, signal: held.signal });
    } catch (error) {
      // What ends with its lease has not failed.
      if (error !== held.signal.reason) throw error;
    } finally {
      clearTimeout(expiry);
      done.abort();
      await beating;
      held.release();
      await releaseLease(db, lease, receiver).catch(() => undefined);
    }
  };
  const giveUp = (to: string) => {
    receiver = to;
    held.abort();
    expiry = setTimeout(() => done.abort(), endWithinMs).unref();
  };
  return { ended: run(), givenTo: () => receiver, giveUp };
}
