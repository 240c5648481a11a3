import { linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { livingProcessOf, writePidFile } from '@pps/embedded';
import { CannotStart } from '@pps/runtime/lifecycle/cannot-start';

/** Makes this process the only one on the folder until the returned function is called or it dies; throws CannotStart when another one lives on it. */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const [file, own] = [join(dataDir, 'lock'), join(dataDir, `lock.${process.pid}`)];
  writePidFile(own, process.pid);
  const text = readFileSync(own, 'utf8');
  try {
    if (!linked(own, file)) {
      const holder = livingProcessOf(file);
      if (holder) throw inUse(dataDir, holder.pid);
      rmSync(file, { force: true });
      if (!linked(own, file)) throw inUse(dataDir);
      // Another start may have seen the same dead holder and removed our lock instead of its.
      await delay(50);
      if (readFileSync(file, 'utf8') !== text) throw inUse(dataDir);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

function linked(from: string, to: string): boolean {
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
