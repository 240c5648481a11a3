import { existsSync } from 'node:fs';
import { findDebianProgram, type DebianProgramOptions, type RunCommand } from './find-debian-program';

const howToGetIt =
  'nats-server was not found: install it (Debian: apt-get install nats-server; macOS: brew install nats-server) or give a server with NATS_URL.';

export type NatsBinaryOptions = Pick<DebianProgramOptions, 'log' | 'path' | 'isDebianRoot' | 'mayInstall' | 'run'>;

/** The nats-server program: from PATH or the system folders, else installed by apt on Debian as root. Throws one line that says how to get it. */
export function findNatsBinary(options: NatsBinaryOptions): Promise<string> {
  return findDebianProgram({ ...options, name: 'nats-server', howToGetIt, purpose: 'the work queue', afterInstall: stopSystemService });
}

// Debian starts a service it installs; ours is a process of our own.
async function stopSystemService(run: RunCommand): Promise<void> {
  if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', '--now', 'nats-server.service']);
}
