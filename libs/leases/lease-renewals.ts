import type { CommitPart, SharedCommits } from '@pps/read-store';
import { contenderLifetimeMs, leaseLifetimeMs, type Lease } from './lease.store';
import type { Contender } from './share-duties.policy';

interface Renewal {
  readonly asking: Set<Lease>;
  /** When the database was asked, on this process's clock, and the leases that it did not renew; null when it could not be asked. */
  readonly done: Promise<{ readonly askedAt: number; readonly lost: ReadonlySet<string> } | null>;
}

interface Answer {
  readonly lost: readonly string[] | null;
  readonly contenders: readonly (Contender & { readonly kind: string })[] | null;
}

type OnContenders = (contenders: readonly Contender[]) => void;

/** Renews the leases that the hosts of a process hold, all of them in one of its commits a second, which waits for the disk. */
export class LeaseRenewals {
  private next: Renewal | undefined;
  private readonly kinds = new Map<string, OnContenders>();

  constructor(private readonly commits: SharedCommits) {}

  /** From now on `onContenders` is told after each renewal which other hosts of the kind would lead more than they do. */
  watch(kind: string, onContenders: OnContenders): void {
    this.kinds.set(kind, onContenders);
  }

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
        else resolve(done.lost.has(keyOf(lease)) ? 'lost' : done.askedAt);
      });
    });
  }

  private begin(): Renewal {
    const asking = new Set<Lease>();
    const renewing = this.commits.join('leases', () => {
      this.next = undefined;
      return renewalOf([...asking], [...this.kinds.keys()]);
    });
    const done = renewing.then(({ askedAt, answer }) => {
      const { lost, contenders } = answer as Answer;
      for (const [kind, onContenders] of this.kinds) {
        const ofKind = contenders?.filter((contender) => contender.kind === kind) ?? [];
        if (ofKind.length > 0) onContenders(ofKind);
      }
      return { askedAt, lost: new Set(lost) };
    });
    return { asking, done: done.catch(() => null) };
  }
}

const renewalOf = (leases: readonly Lease[], kinds: readonly string[]): CommitPart => ({
  statements: `
    leases_own as materialized (
      select * from jsonb_to_recordset(:leases_own::jsonb) as own (duty text, holder uuid, epoch bigint)),
    leases_held as materialized (
      select lease.duty from leases.lease join leases_own using (duty, holder, epoch)
      where lease.expires_at > clock_timestamp() order by lease.duty for update of lease),
    leases_renewed as (
      update leases.lease set expires_at = clock_timestamp() + ${leaseLifetimeMs} * interval '1 millisecond'
      from leases_held where lease.duty = leases_held.duty returning lease.duty)`,
  answer: `jsonb_build_object(
    'lost', (select jsonb_agg(duty || ' ' || holder || ' ' || epoch) from leases_own where duty not in (select duty from leases_renewed)),
    'contenders', (select jsonb_agg(contender) from leases.contender where kind = any(:leases_kinds::text[])
      and holder not in (select holder from leases_own) and seen_at > clock_timestamp() - ${contenderLifetimeMs} * interval '1 millisecond'))`,
  bindings: {
    // One text: of arrays each item is escaped by itself.
    leases_own: JSON.stringify(leases.map(({ duty, holder, epoch }) => ({ duty, holder, epoch: epoch.toString() }))),
    leases_kinds: [...kinds],
  },
});

/** As the statement above tells of one that is lost. */
const keyOf = ({ duty, holder, epoch }: Lease): string => `${duty} ${holder} ${epoch}`;
