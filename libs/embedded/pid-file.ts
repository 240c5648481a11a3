import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { endProcess } from './end-process';
import { processIdentityOf } from './process-identity';

export interface Leftover {
  readonly pid: number;
  readonly identity: string;
}

/** Notes which process runs, so that a later start can find what a crash left behind. */
export function writePidFile(file: string, pid: number): void {
  const identity = processIdentityOf(pid);
  if (identity === undefined) return;
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ pid, identity } satisfies Leftover), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

export function removePidFile(file: string): void {
  rmSync(file, { force: true });
}

/** The process a pid file names if that very process still lives: a stranger that was given the same pid later is not returned. */
export function livingProcessOf(file: string): Leftover | undefined {
  try {
    const { pid, identity } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Leftover>;
    if (!Number.isSafeInteger(pid) || !pid || pid <= 1 || identity === undefined) return undefined;
    return processIdentityOf(pid) === identity ? { pid, identity } : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the process a pid file names, if it still lives, and removes the file. True when something had to be ended. */
export async function reclaimPidFile(file: string, signal: NodeJS.Signals, graceMs: number): Promise<boolean> {
  const leftover = livingProcessOf(file);
  if (leftover) await endProcess(leftover.pid, signal, graceMs);
  removePidFile(file);
  return leftover !== undefined;
}
