import { orTimeout } from '@pps/concurrency';
import { jsonb, type CommitPart, type SharedCommits } from '@pps/read-store';
import { contenderLifetimeMs, leaseLifetimeMs, type Lease, type TakenLease } from './lease.store';
import type { Contender } from './share-duties.policy';

/** A second before a lease may expire its holder takes it for lost. */
const safeMs = leaseLifetimeMs - 1_000;

interface HeldLease {
  /** On this process's clock. */
  safeUntil: number;
  readonly end: () => void;
}

interface Answer {
  readonly lost: readonly string[] | null;
  readonly contenders: readonly (Contender & { readonly kind: string })[] | null;
}

type OnContenders = (contenders: readonly Contender[]) => void;

/** Renews the leases that the hosts of a process hold, all of them in one of its commits a second, which waits for the disk. */
export class LeaseRenewals {
  private readonly held = new Map<Lease, HeldLease>();
  private readonly kinds = new Map<string, OnContenders>();
  private isRenewing = false;
  private unsafe: NodeJS.Timeout | undefined;

  constructor(private readonly commits: Pick<SharedCommits, 'join'>) {}

  /** From now on `onContenders` is told after each renewal which other hosts of the kind would lead more than they do. */
  watch(kind: string, onContenders: OnContenders): void {
    this.kinds.set(kind, onContenders);
  }

  /** Renews the lease until `signal` aborts; resolves earlier when it is lost, or so near to its end that it may be lost. */
  hold(lease: TakenLease, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.held.delete(lease);
        signal.removeEventListener('abort', end);
        resolve();
      };
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      this.held.set(lease, { safeUntil: lease.askedAt + safeMs, end });
      this.endUnsafe();
      void this.renewWhileHeld();
    });
  }

  private async renewWhileHeld(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    while (this.held.size > 0) {
      // A renewal that hangs is a renewal that failed.
      await orTimeout(this.renew(), safeMs).catch(() => undefined);
      this.endUnsafe();
    }
    this.isRenewing = false;
  }

  /** Ends those that may be lost, now and whenever the next one may be, whatever a renewal waits for. */
  private endUnsafe(): void {
    clearTimeout(this.unsafe);
    const now = performance.now();
    for (const { safeUntil, end } of [...this.held.values()]) if (safeUntil <= now) end();
    if (this.held.size === 0) return;
    const next = Math.min(...[...this.held.values()].map(({ safeUntil }) => safeUntil));
    this.unsafe = setTimeout(() => this.endUnsafe(), next - now).unref();
  }

  /** A second after the one before, unless the database hangs. */
  private async renew(): Promise<void> {
    let asked: readonly Lease[] = [];
    const { askedAt, answer } = await this.commits.join('leases', () => {
      asked = [...this.held.keys()];
      return renewalOf(asked, [...this.kinds.keys()]);
    });
    const { lost, contenders } = answer as Answer;
    const gone = new Set(lost);
    for (const lease of asked) {
      const held = this.held.get(lease);
      if (gone.has(keyOf(lease))) held?.end();
      else if (held) held.safeUntil = Math.max(held.safeUntil, askedAt + safeMs);
    }
    for (const [kind, onContenders] of this.kinds) {
      const ofKind = contenders?.filter((contender) => contender.kind === kind) ?? [];
      if (ofKind.length > 0) onContenders(ofKind);
    }
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
    leases_own: jsonb(leases.map(({ duty, holder, epoch }) => ({ duty, holder, epoch: epoch.toString() }))),
    leases_kinds: [...kinds],
  },
});

/** As the statement above tells of one that is lost. */
const keyOf = ({ duty, holder, epoch }: Lease): string => `${duty} ${holder} ${epoch}`;
