import { findDebianProgram, runCommand } from '@pps/embedded';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const howToGetIt = 'chromium was not found, and the pages cannot be tested without it: install it (Debian: apt-get install chromium).';

// Test files start side by side, and apt works for one at a time.
const inTurn = (command: string, args: readonly string[]) =>
  runCommand('flock', ['--timeout', '200', join(tmpdir(), 'chromium-install.lock'), command, ...args]);

/** The chromium program, installed by apt on Debian as root where it is absent; throws one line where it cannot be had. */
export const chromiumProgram = (): Promise<string> =>
  findDebianProgram({
    name: 'chromium',
    howToGetIt,
    purpose: 'the browser of these tests',
    log: (line) => process.stderr.write(`${line}\n`),
    run: inTurn,
  });
