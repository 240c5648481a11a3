import { findDebianProgram } from '@pps/embedded';
import { installInTurn } from '../setup/install-in-turn';

const howToGetIt =
  'chromium was not found, and the pages cannot be tested without it: install it (Debian: apt-get install chromium-headless-shell, or chromium).';

const find = (name: string, more: { readonly mayInstall?: boolean } = {}): Promise<string> =>
  findDebianProgram({
    name,
    howToGetIt,
    purpose: 'the browser of these tests',
    log: (line) => process.stderr.write(`${line}\n`),
    run: installInTurn,
    ...more,
  });

/**
 * The chromium program without windows, which takes half of the processor time of the whole one; that where it is not there. Installed by apt on
 * Debian as root where both are absent; throws one line where neither can be had.
 */
export const chromiumProgram = (): Promise<string> => find('chromium-headless-shell').catch(() => find('chromium', { mayInstall: false }));
