import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const hasProc = existsSync('/proc/self/stat');

/** Distinguishes a live process from a later one with the same pid: its start time and boot. Undefined when no such process lives (a zombie is dead). */
export function processIdentityOf(pid: number): string | undefined {
  return hasProc ? identityFromProc(pid) : ps(pid, 'lstart=');
}

/** The command line of a live process with single spaces between its arguments; undefined when there is none. */
export function commandLineOf(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'command=');
  const text = read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim();
  return text === '' ? undefined : text;
}

/** The parent of a live process; undefined when there is none. */
export function parentOf(pid: number): number | undefined {
  const text = hasProc ? fieldsOf(pid)?.[1] : ps(pid, 'ppid=');
  return text === undefined ? undefined : Number(text);
}

function identityFromProc(pid: number): string | undefined {
  const fields = fieldsOf(pid);
  const [state, started] = [fields?.[0], fields?.[19]];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'} ${started}`;
}

// The fields after the command, which stands in parentheses and may hold spaces itself: state, parent, ...
function fieldsOf(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 }).trim() || undefined;
  } catch {
    return undefined;
  }
}
