import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Uptime } from '../pin/pin.events';

let boot: string | undefined;

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
