import type { Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';

/** One term of leading a duty. */
export interface Lease {
  readonly duty: string;
  readonly holder: string;
  readonly epoch: bigint;
}

export const leaseLifetimeMs = 4_000;
const renewEveryMs = 1_000;

interface Renewal {
  readonly asking: Set<Lease>;
  /** When the database was asked, on this process's clock, and the leases that it renewed; null when it could not be asked. */
  readonly done: Promise<{ readonly askedAt: number; readonly renewed: ReadonlySet<string> } | null>;
}

/** Renews the leases that a process holds once a second, all of them in one statement: each is a commit that waits for the disk. */
export class LeaseRenewals {
  private next: Renewal | undefined;

  constructor(private readonly db: Database) {}

  /**
   * Joins the next renewal, which is at most a second away unless the database hangs. Resolves with the time just before the database was asked,
   * `lost` when the lease is held no more or `signal` aborts, null when the database could not be asked.
   */
  renew(lease: Lease, signal: AbortSignal): Promise<number | 'lost' | null> {
    const renewal = (this.next ??= this.begin());
    renewal.asking.add(lease);
    return new Promise((resolve) => {
      const leave = () => {
        renewal.asking.delete(lease);
        resolve('lost');
      };
      signal.addEventListener('abort', leave, { once: true });
      void renewal.done.then((done) => {
        signal.removeEventListener('abort', leave);
        if (!done) resolve(null);
        else resolve(done.renewed.has(keyOf(lease)) ? done.askedAt : 'lost');
      });
    });
  }

  private begin(): Renewal {
    const asking = new Set<Lease>();
    const work = async () => {
      await delay(renewEveryMs, undefined, { ref: false });
      // Whoever asks from now on joins the one after, also while this one hangs.
      this.next = undefined;
      const askedAt = performance.now();
      return { askedAt, renewed: await this.renewAll([...asking]) };
    };
    return { asking, done: work().catch(() => null) };
  }

  private async renewAll(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    if (leases.length === 0) return new Set();
    const { rows } = await this.db.raw<{ rows: { duty: string; holder: string; epoch: string }[] }>(
      `with held as materialized (
         select lease.duty from leases.lease
         join unnest(:duties::text[], :holders::uuid[], :epochs::bigint[]) as own (duty, holder, epoch) using (duty, holder, epoch)
         where lease.expires_at > clock_timestamp() order by lease.duty for update of lease)
       update leases.lease set expires_at = clock_timestamp() + :lifetime * interval '1 millisecond'
       from held where lease.duty = held.duty returning lease.duty, lease.holder, lease.epoch`,
      {
        duties: leases.map(({ duty }) => duty),
        holders: leases.map(({ holder }) => holder),
        epochs: leases.map(({ epoch }) => epoch.toString()),
        lifetime: leaseLifetimeMs,
      },
    );
    return new Set(rows.map(({ duty, holder, epoch }) => keyOf({ duty, holder, epoch: BigInt(epoch) })));
  }
}

const keyOf = ({ duty, holder, epoch }: Lease): string => `${duty} ${holder} ${epoch}`;
