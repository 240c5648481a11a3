import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const size = '400m';
const chunk = Buffer.alloc(1024 * 1024);

/** A disk of 400 MB in memory, mounted on the folder; needs root on Linux. */
export function smallDisk(folder: string): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder]);
  const file = join(folder, 'filling');
  return {
    fill: () => {
      const descriptor = openSync(file, 'a');
      for (let length = chunk.length; length > 0;) {
        try {
          writeSync(descriptor, chunk, 0, length);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          length = Math.floor(length / 2);
        }
      }
      closeSync(descriptor);
    },
    free: () => rmSync(file, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}
