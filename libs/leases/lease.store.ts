import type { Database, Transaction } from '@pps/read-store';
import type { LedDuty } from './share-duties.policy';

/** One term of leading a duty. */
export interface Lease {
  readonly duty: string;
  readonly holder: string;
  readonly epoch: bigint;
}

export interface TakenLease extends Lease {
  /** On this process's clock, before the database was asked: so this process takes the lease for expired before any other does. */
  readonly askedAt: number;
  /** Whether another host gave it up for this one. */
  readonly wasOffered: boolean;
  /** Who led it last; null where nobody ever did. */
  readonly lastHolder: string | null;
}

/** Which host asks, and for what. */
export interface LeaseRequest {
  readonly holder: string;
  readonly kind: string;
  /** Duties to lead if nobody else does. */
  readonly duties: readonly string[];
  /** Those of them that other hosts may give up for this one. */
  readonly wanted: readonly string[];
}

export const leaseLifetimeMs = 4_000;

/** A host that ends without saying so asks for nothing any more before its leases run out: it must not be given what others have just taken over. */
export const contenderLifetimeMs = 2_000;

/** Work that has not ended so long after it was given up is led on by somebody else all the same, as when a lease is lost. */
export const endWithinMs = 10_000;

/** For so long nobody else takes what was given up for one host. */
export const offerLifetimeMs = 2_000;

const isFree = (holder: string) =>
  `(lease.expires_at < clock_timestamp() and (lease.offered_to = ${holder} or coalesce(lease.offered_until < clock_timestamp(), true)))`;

/** Takes the leases that nobody holds, and makes known what else this host would lead: one statement, whose rows are locked by name. */
export async function takeLeases(db: Database, { holder, kind, duties, wanted }: LeaseRequest): Promise<TakenLease[]> {
  const askedAt = performance.now();
  const { rows } = await db.raw<{ rows: { duty: string; epoch: string; was_offered: boolean; last_holder: string | null }[] }>(
    `with present as (
       insert into leases.contender (holder, kind, wanted, seen_at) values (:holder::uuid, :kind, :wanted::text[], clock_timestamp())
       on conflict (holder) do update set wanted = excluded.wanted, seen_at = excluded.seen_at),
     gone as (
       delete from leases.contender where holder in (
         select holder from leases.contender
         where holder <> :holder::uuid and seen_at < clock_timestamp() - interval '1 hour' for update skip locked)),
     free as materialized (
       select asked.duty, coalesce(lease.offered_to = :holder::uuid and lease.offered_until > clock_timestamp(), false) as was_offered,
         lease.holder as last_holder
       from unnest(:duties::text[]) as asked (duty) left join leases.lease on lease.duty = asked.duty
       where lease.duty is null or ${isFree(':holder::uuid')}),
     taken as (
       insert into leases.lease as lease (duty, holder, epoch, expires_at)
       select duty, :holder::uuid, 1, clock_timestamp() + :lifetime * interval '1 millisecond' from free order by duty
       on conflict (duty) do update set holder = excluded.holder, epoch = lease.epoch + 1, expires_at = excluded.expires_at,
           offered_to = null, offered_until = null
         where ${isFree('excluded.holder')}
       returning duty, epoch)
     select duty, epoch, was_offered, last_holder from taken join free using (duty)`,
    { holder, kind, duties: [...duties], wanted: [...wanted], lifetime: leaseLifetimeMs },
  );
  return rows.map(({ duty, epoch, was_offered: wasOffered, last_holder: lastHolder }) => {
    return { duty, holder, epoch: BigInt(epoch), askedAt, wasOffered, lastHolder };
  });
}

/** Notes for whom this host is about to give up leases that it holds; until then they are its own. */
export async function offerLeases(
  db: Database,
  holder: string,
  offers: readonly { readonly duty: string; readonly to: string }[],
): Promise<void> {
  await db.raw(
    `with held as materialized (
       select lease.duty, offer.receiver from leases.lease
       join unnest(:duties::text[], :receivers::uuid[]) as offer (duty, receiver) using (duty)
       where lease.holder = :holder and lease.expires_at > clock_timestamp() order by lease.duty for update of lease)
     update leases.lease set offered_to = held.receiver, offered_until = clock_timestamp() + :lifetime * interval '1 millisecond'
     from held where lease.duty = held.duty`,
    { holder, duties: offers.map(({ duty }) => duty), receivers: offers.map(({ to }) => to), lifetime: leaseLifetimeMs },
  );
}

/** Ends a term, for whoever takes it next or for one host first. */
export async function releaseLease(db: Database, { duty, holder, epoch }: Lease, offeredTo: string | null): Promise<void> {
  await db.raw(
    `update leases.lease set expires_at = clock_timestamp(), offered_to = :offeredTo,
       offered_until = case when :offeredTo::uuid is not null then clock_timestamp() + :lifetime * interval '1 millisecond' end
     where duty = :duty and holder = :holder and epoch = :epoch`,
    { duty, holder, epoch: epoch.toString(), offeredTo, lifetime: offerLifetimeMs },
  );
}

/** Who leads what; a duty that was or is being given up counts as its receiver's. */
export async function readDutyHolders(db: Database): Promise<LedDuty[]> {
  const { rows } = await db.raw<{ rows: LedDuty[] }>(
    `select duty, case when offered_until > clock_timestamp() then offered_to else holder end as holder from leases.lease
     where expires_at > clock_timestamp() or offered_until > clock_timestamp()`,
  );
  return rows;
}

/** This host asks for nothing any more. */
export const leaveContenders = async (db: Database, holder: string): Promise<void> =>
  void (await db('leases.contender').where({ holder }).delete());

/** Seconds since somebody led each duty that was ever led; 0 while somebody leads it. */
export async function readUnledSeconds(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw<{ rows: { duty: string; seconds: number }[] }>(
    'select duty, greatest(0, extract(epoch from clock_timestamp() - expires_at))::float8 as seconds from leases.lease',
  );
  return new Map(rows.map(({ duty, seconds }) => [duty, seconds]));
}

/** The duties that have a leader now. */
export async function ledDuties(db: Database | Transaction): Promise<ReadonlySet<string>> {
  const rows = await db<{ duty: string }>('leases.lease').whereRaw('expires_at > clock_timestamp()').select('duty');
  return new Set(rows.map(({ duty }) => duty));
}

/**
 * SQL that is true while the lease of `:duty` is held by `:holder` in the epoch `:epoch`, together the fencing token: in the statement that
 * writes, it refuses a leader that was stopped and comes back after another process took over. The holder is part of it because a database
 * that has lost its last commits gives the same epoch a second time.
 */
export const leaseIsHeld = `exists (select 1 from leases.lease where duty = :duty and holder = :holder and epoch = :epoch and expires_at > clock_timestamp())`;
