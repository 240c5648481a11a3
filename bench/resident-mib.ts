import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB, read from /proc (Linux). */
export const residentMib = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
