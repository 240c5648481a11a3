import { findDebianProgram } from '@pps/embedded';
import { installInTurn } from '../setup/install-in-turn';

const howToGetIt = 'chromium was not found, and the pages cannot be tested without it: install it (Debian: apt-get install chromium).';

/** The chromium program, installed by apt on Debian as root where it is absent; throws one line where it cannot be had. */
export const chromiumProgram = (): Promise<string> =>
  findDebianProgram({
    name: 'chromium',
    howToGetIt,
    purpose: 'the browser of these tests',
    log: (line) => process.stderr.write(`${line}\n`),
    run: installInTurn,
  });
