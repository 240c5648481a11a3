import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { addConnectionFlags } from '../add-connection-flags';
import { serviceUrl, type ConnectionFlags } from '../credentials/find-credential';
import { say } from '../output/say';
import { writeLine } from '../output/show-value';

const pages: Readonly<Record<string, string>> = { app: '/app', docs: '/docs', manual: '/docs/manual' };

/** `pps open`. */
export const openCommand = (): Command =>
  addConnectionFlags(
    new Command('open')
      .argument('[what]', `${Object.keys(pages).join(', ')}, or an error code`, 'app')
      .option('--print', 'prints the address and opens nothing'),
  ).action(openPage);

function openPage(what: string, flags: ConnectionFlags & { readonly print?: boolean }): void {
  const path = Object.hasOwn(pages, what) ? pages[what] : `/docs/errors/${encodeURIComponent(what)}`;
  const address = new URL(path ?? '/', serviceUrl(flags)).href;
  writeLine(address);
  if (flags.print !== true) openInBrowser(address);
}

/** Asks the system to show an address; says so where it cannot. */
export function openInBrowser(address: string): void {
  const [program, ...args] = { darwin: ['open'], win32: ['explorer'] }[process.platform as string] ?? ['xdg-open'];
  const opening = spawn(program ?? 'xdg-open', [...args, address], { stdio: 'ignore', detached: true });
  opening.on('error', () => say('no browser can be opened here', 'yellow'));
  opening.unref();
}
