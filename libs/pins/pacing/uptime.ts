import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Database } from '@pps/read-store';
import type { Uptime } from '../pin/pin.events';

let boot: string | undefined;

/**
 * How many seconds ago a machine, this one or another, had run for so long, by the time that paces all of them; null where the database has not heard of
 * that start of a machine. Right to a second where neither machine has stood still: a claim tells how long its machine has been running, and is a moment on
 * its way.
 */
export async function secondsAgo(db: Database, then: Uptime): Promise<number | null> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `select extract(epoch from pins.pacing_time(:boot, :seconds) - pacing_time - (:then::numeric - uptime) * interval '1 second')::float8 as seconds
     from pins.pacing_witness where boot = :other`,
    { ...uptime(), then: then.seconds, other: then.boot },
  );
  return rows[0]?.seconds ?? null;
}

/** How long this machine runs, the same for all of its processes. Where the system does not name its start (Linux does), each process counts as a machine of its own. */
export function uptime(): Uptime {
  boot ??= nameOfBoot();
  return { boot, seconds: Number(process.hrtime.bigint() / 1_000n) / 1_000_000 };
}

function nameOfBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}
