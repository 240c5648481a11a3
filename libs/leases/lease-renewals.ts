import type { Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { contenderLifetimeMs, leaseLifetimeMs, type Lease } from './lease.store';
import type { Contender } from './share-duties.policy';

const renewEveryMs = 1_000;

interface Renewal {
  readonly asking: Set<Lease>;
  /** When the database was asked, on this process's clock, and the leases that it renewed; null when it could not be asked. */
  readonly done: Promise<{ readonly askedAt: number; readonly renewed: ReadonlySet<string> } | null>;
}

interface Row {
  readonly duty: string | null;
  readonly holder: string;
  readonly epoch: string | null;
  readonly wanted: string[] | null;
}

/**
 * Renews the leases that a host holds once a second, all of them in one statement: each is a commit that waits for the disk. `onContenders` is told
 * after each which other hosts of the kind would lead more than they do.
 */
export class LeaseRenewals {
  private next: Renewal | undefined;

  constructor(
    private readonly db: Database,
    private readonly kind: string,
    private readonly onContenders: (contenders: readonly Contender[]) => void = () => undefined,
  ) {}

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
    const { rows } = await this.db.raw<{ rows: Row[] }>(
      `with held as materialized (
         select lease.duty from leases.lease
         join unnest(:duties::text[], :holders::uuid[], :epochs::bigint[]) as own (duty, holder, epoch) using (duty, holder, epoch)
         where lease.expires_at > clock_timestamp() order by lease.duty for update of lease),
       renewed as (
         update leases.lease set expires_at = clock_timestamp() + :lifetime * interval '1 millisecond'
         from held where lease.duty = held.duty returning lease.duty, lease.holder, lease.epoch)
       select duty, holder, epoch, null::text[] as wanted from renewed
       union all
       select null, holder, null, wanted from leases.contender
       where kind = :kind and holder <> all(:holders::uuid[]) and seen_at > clock_timestamp() - :seenWithin * interval '1 millisecond'`,
      {
        duties: leases.map(({ duty }) => duty),
        holders: leases.map(({ holder }) => holder),
        epochs: leases.map(({ epoch }) => epoch.toString()),
        kind: this.kind,
        lifetime: leaseLifetimeMs,
        seenWithin: contenderLifetimeMs,
      },
    );
    const contenders = rows.flatMap(({ holder, wanted }) => (wanted ? [{ holder, wanted }] : []));
    if (contenders.length > 0) this.onContenders(contenders);
    return new Set(rows.flatMap(({ duty, holder, epoch }) => (duty && epoch ? [keyOf({ duty, holder, epoch: BigInt(epoch) })] : [])));
  }
}

const keyOf = ({ duty, holder, epoch }: Lease): string => `${duty} ${holder} ${epoch}`;
