import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LineLog } from './child';

export type RunCommand = (command: string, args: readonly string[]) => Promise<void>;

export interface DebianProgramOptions {
  /** The program's file. */
  readonly name: string;
  /** The Debian package that has it. Default: its name. */
  readonly package?: string;
  /** One line for who has to install it by hand. */
  readonly howToGetIt: string;
  /** What it is needed for, as the line before an installation says. */
  readonly purpose: string;
  readonly log: LineLog;
  /** Folders to look in, as in PATH. */
  readonly path?: string;
  readonly isDebianRoot?: boolean;
  /** False: nothing is installed. Default: whether this program was started without `--no-install`. */
  readonly mayInstall?: boolean;
  readonly run?: RunCommand;
  /** What the package did that is not wanted, undone. */
  readonly afterInstall?: (run: RunCommand) => Promise<void>;
}

const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];
const timeoutMs = 240_000;

/** A program from PATH or the system folders, else installed by apt on Debian as root (two steps of at most 4 min). Throws one line that says how to get it. */
export async function findDebianProgram(options: DebianProgramOptions): Promise<string> {
  const { name, howToGetIt, log, path = [process.env.PATH, ...systemFolders].join(delimiter), run = runCommand } = options;
  const installed = findIn(path, name);
  if (installed) return installed;
  const { isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version'), purpose } = options;
  const { mayInstall = !process.argv.includes('--no-install'), package: wanted = name } = options;
  if (!isDebianRoot || !mayInstall) throw new Error(howToGetIt);
  log(`${name}, ${purpose}, is not installed: installing it once by apt-get install ${wanted} (--no-install refuses)`);
  try {
    await run('apt-get', ['update', '-q']);
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', wanted]);
    await options.afterInstall?.(run);
  } catch (error) {
    throw new Error(`${howToGetIt} (apt-get: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'})`);
  }
  const found = findIn(path, name);
  if (!found) throw new Error(howToGetIt);
  return found;
}

function findIn(path: string, name: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Runs a program to its end, at most 4 min; rejects when it fails. */
export function runCommand(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { env, timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 }, (error) => (error ? reject(error) : resolve()));
  });
}
