import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SteppedClock {
  /** What a process needs in its environment to live by this clock. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on so many seconds off the true time, at once for all of them. */
  step(seconds: number): void;
}

/** A wall clock that can be set while processes run, by Debian's libfaketime; their monotonic clocks stay true. */
export function steppedClock(folder: string, name = 'clock'): SteppedClock {
  const file = join(folder, name);
  const step = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  step(0);
  return {
    step,
    env: {
      LD_PRELOAD: libraryPath(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  };
}

function libraryPath(): string {
  const found = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`)]
    .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (!found) throw new Error('libfaketime is not installed (Debian: apt-get install faketime)');
  return found;
}
