import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed } from '../command-failed';
import { listenerPath } from './listener-state';

export interface ClaimedListener {
  readonly name: string;
  /** Of its files, without their endings. */
  readonly path: string;
  release(): void;
}

const mostAtOnce = 16;
const writtenWithinMs = 5_000;

/** The first of `name`, `name-2`, … that no living process has: each has a cursor of its own, so that each listener gets everything. */
export function claimListener(projectId: string, wanted: string): ClaimedListener {
  for (let number = 1; number <= mostAtOnce; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    const path = listenerPath(projectId, name);
    if (claim(`${path}.lock`)) return { name, path, release: () => rmSync(`${path}.lock`, { force: true }) };
  }
  throw new CommandFailed(`${mostAtOnce} listeners run on this machine already`, 'usage');
}

function claim(lock: string): boolean {
  const own = `${process.pid} ${beginOf(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
      writeFileSync(lock, own, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      const code = String((error as { readonly code?: unknown }).code);
      if (code !== 'EEXIST') throw new CommandFailed(`${lock} cannot be written (${code})`, 'usage');
      if (isHeld(lock)) return false;
      // Of two that find it left behind, one moves it away.
      const left = `${lock}.${process.pid}`;
      try {
        renameSync(lock, left);
        rmSync(left, { force: true });
      } catch {
        return false;
      }
    }
  }
  return false;
}

function isHeld(lock: string): boolean {
  let [pid, began] = [0, ''];
  try {
    const text = readFileSync(lock, 'utf8');
    // It is made first and written then.
    if (text === '') return Date.now() - statSync(lock).mtimeMs < writtenWithinMs;
    const words = text.split(' ');
    [pid, began] = [Number(words[0]), words[1] ?? ''];
  } catch {
    return false;
  }
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  // Alive, and begun later: another process has its number now.
  const now = beginOf(pid);
  return now === null || began === '' || now === began;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's, and alive.
    return (error as { readonly code?: unknown }).code === 'EPERM';
  }
}

/** When a process began, in ticks, so that another one with its number is told apart; null where the system does not say. */
function beginOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
