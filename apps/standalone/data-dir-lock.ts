import { accessSync, chmodSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { livingProcessOf, writePidFile } from '@pps/embedded';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';

/**
 * Makes `dataDir` and the folder of the pid files in it, both for their own user. Started by root, others may pass through `dataDir`, but not list it:
 * PostgreSQL runs as somebody else then. Throws CannotStart where it is not possible.
 */
export function makeRunDir(dataDir: string): string {
  const folder = join(dataDir, 'run');
  try {
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    makeFolder(folder, 0o700);
    chmodSync(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'no folder'})`);
  }
}

/** Makes a folder and those above it, one at a time: where one cannot be made, as in /proc, Node's recursive `mkdir` tries for ever. */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes this process the only one on the folder until the returned function is called or it dies; throws CannotStart when another one lives on it. */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const [file, own] = [join(dataDir, 'lock'), join(dataDir, `lock.${process.pid}`)];
  writePidFile(own, process.pid);
  const text = readFileSync(own, 'utf8');
  try {
    if (!tryLink(own, file)) {
      const holder = livingProcessOf(file);
      if (holder) throw inUse(dataDir, holder.pid);
      rmSync(file, { force: true });
      if (!tryLink(own, file)) throw inUse(dataDir);
      // Another start may have seen the same dead holder and removed our lock instead of its.
      await delay(50);
      if (readFileSync(file, 'utf8') !== text) throw inUse(dataDir);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function inUse(dataDir: string, pid?: number): CannotStart {
  return new CannotStart(`DATA_DIR ${dataDir} is in use by another start${pid === undefined ? '' : ` (process ${pid})`}`);
}
