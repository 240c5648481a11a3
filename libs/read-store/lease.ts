import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database';

/** What a leader holds: `signal` aborts when the lease may be lost, `epoch` grows with every take-over and fences late writes. */
export interface Leadership {
  readonly epoch: bigint;
  readonly signal: AbortSignal;
}

const lifetimeMs = 4_000;
const beatMs = 1_000;

/**
 * Leads a duty whenever no other process does, for as long as `signal` allows: takes a lease row on the database's clock (4 s, renewed every
 * second), runs `work`, and gives up as soon as a renewal fails. A standby takes over within 5 s.
 */
export async function lead(
  db: Database,
  duty: string,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  const holder = randomUUID();
  while (!signal.aborted) {
    const epoch = await acquire(db, duty, holder).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (epoch !== null) await leadOnce(db, duty, holder, epoch, signal, work).catch(onError);
    if (!signal.aborted) await delay(beatMs, undefined, { signal }).catch(() => undefined);
  }
}

async function leadOnce(
  db: Database,
  duty: string,
  holder: string,
  epoch: bigint,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const done = new AbortController();
  const beating = beat(db, duty, holder, epoch, done.signal).finally(() => lost.abort());
  try {
    await work({ epoch, signal: AbortSignal.any([signal, lost.signal]) });
  } finally {
    done.abort();
    await beating;
    await db('service.lease')
      .where({ duty, holder, epoch: epoch.toString() })
      .update({ expires_at: db.fn.now() })
      .catch(() => undefined);
  }
}

async function acquire(db: Database, duty: string, holder: string): Promise<bigint | null> {
  const { rows } = await db.raw<{ rows: { epoch: string }[] }>(
    `insert into service.lease as lease (duty, holder, epoch, expires_at)
     values (:duty, :holder, 1, clock_timestamp() + :lifetime * interval '1 millisecond')
     on conflict (duty) do update set holder = excluded.holder, epoch = lease.epoch + 1, expires_at = excluded.expires_at
       where lease.expires_at < clock_timestamp()
     returning epoch`,
    { duty, holder, lifetime: lifetimeMs },
  );
  return rows[0] ? BigInt(rows[0].epoch) : null;
}

async function beat(db: Database, duty: string, holder: string, epoch: bigint, signal: AbortSignal): Promise<void> {
  let renewedAt = performance.now();
  while (!signal.aborted) {
    await delay(beatMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const askedAt = performance.now();
    const renewed = await db('service.lease')
      .where({ duty, holder, epoch: epoch.toString() })
      .andWhere('expires_at', '>', db.raw('clock_timestamp()'))
      .update({ expires_at: db.raw(`clock_timestamp() + ? * interval '1 millisecond'`, [lifetimeMs]) })
      .catch(() => null);
    if (renewed === 0 || performance.now() - renewedAt > lifetimeMs - beatMs) return;
    if (renewed === 1) renewedAt = askedAt;
  }
}
