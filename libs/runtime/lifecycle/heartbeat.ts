import { utimesSync, writeFileSync } from 'node:fs';
import { CannotStart } from './cannot-start';

const everyMs = 1_000;

/**
 * Notes in a file what a host is at, and each second that its event loop turns: the file's time. Who looks after processes can tell by it one that hangs, also
 * while a store is away. Throws CannotStart when the file cannot be written at first; later failures make it old.
 */
export function beginHeartbeat(file: string | undefined): (state: 'started' | 'stopping') => void {
  if (file === undefined) return () => undefined;
  try {
    writeFileSync(file, 'starting\n');
  } catch (error) {
    throw new CannotStart(`HEARTBEAT_FILE cannot be written: ${error instanceof Error && 'code' in error ? String(error.code) : 'failed'}`);
  }
  // A new time needs no room on a full disk.
  setInterval(() => beat(() => utimesSync(file, new Date(), new Date())), everyMs).unref();
  return (state) => beat(() => writeFileSync(file, `${state}\n`));
}

function beat(note: () => void): void {
  try {
    note();
  } catch {
    // The file stays old, which is what it is for.
  }
}
