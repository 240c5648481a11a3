import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LineLog } from './child';

const howToGetIt =
  'nats-server was not found: install it (Debian: apt-get install nats-server; macOS: brew install nats-server) or give a server with NATS_URL.';

export interface NatsBinaryOptions {
  readonly log: LineLog;
  readonly path?: string;
  readonly isDebianRoot?: boolean;
  readonly run?: (command: string, args: readonly string[]) => Promise<void>;
}

/** The nats-server program: from PATH or the system folders, else installed by apt on Debian as root (at most 5 min). Throws one line that says how to get it. */
export async function natsBinary(options: NatsBinaryOptions): Promise<string> {
  const { log, path = [process.env.PATH, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'].join(delimiter), run = runCommand } = options;
  const installed = findIn(path);
  if (installed) return installed;
  const { isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version') } = options;
  if (!isDebianRoot) throw new Error(howToGetIt);
  log('nats-server is not installed: installing it by apt, once');
  try {
    await run('apt-get', ['update', '-q']);
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'nats-server']);
    await stopSystemService(run);
  } catch (error) {
    throw new Error(`${howToGetIt} (apt-get: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'})`);
  }
  const found = findIn(path);
  if (!found) throw new Error(howToGetIt);
  return found;
}

// Debian starts a service it installs; ours is a process of our own.
async function stopSystemService(run: NonNullable<NatsBinaryOptions['run']>): Promise<void> {
  if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', '--now', 'nats-server.service']);
}

function findIn(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'nats-server'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function runCommand(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { env, timeout: 150_000, maxBuffer: 16 * 1024 * 1024 }, (error) => (error ? reject(error) : resolve()));
  });
}
