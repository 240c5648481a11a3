import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { HostName } from '../../operations/separate-processes/separate-processes';

/** A build of the service whose hosts can be started. */
export interface Release {
  readonly name: string;
  /** What `startNodeProgram` starts for a host of it. */
  entryOf(host: HostName): string;
  /** What `startEventStore` starts as its local event store. */
  readonly eventStore: string;
  /** The script of its `pinctl`. */
  readonly pinctl: string;
  /** Removes what was built for the campaign. */
  remove(): void;
}

const run = promisify(execFile);
const longestMs = 1_800_000;

/** What is in this folder. */
export const presentRelease: Release = {
  name: 'present',
  entryOf: (host) => `apps/${host}/main`,
  eventStore: 'apps/standalone/event-store.main',
  pinctl: resolve('dist', 'apps', 'pinctl', 'main.js'),
  remove: () => undefined,
};

/** A folder in which another release lies built, such as a checkout or an unpacked image. */
export const releaseIn = (folder: string, name = 'previous'): Release => ({
  name,
  entryOf: (host) => resolve(folder, 'dist', 'apps', host, 'main.js'),
  eventStore: resolve(folder, 'dist', 'apps', 'standalone', 'event-store.main.js'),
  pinctl: resolve(folder, 'dist', 'apps', 'pinctl', 'main.js'),
  remove: () => undefined,
});

/** Builds a commit in a folder of its own: its files from git, its dependencies by npm, unless they are those of this folder. */
export async function buildRelease(ref: string, log: (line: string) => void): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { stdout: commit } = await run('git', ['rev-parse', '--short', '--verify', '--end-of-options', `${ref}^{commit}`]);
    const [archive, tree] = [join(folder, 'tree.tar'), join(folder, 'tree')];
    mkdirSync(tree);
    await run('git', ['archive', '--format=tar', '-o', archive, commit.trim()]);
    await run('tar', ['-xf', archive, '-C', tree]);
    const lock = 'package-lock.json';
    const inTree = { cwd: tree, timeout: longestMs, maxBuffer: 2 ** 26 };
    if (readFileSync(join(tree, lock), 'utf8') === readFileSync(lock, 'utf8'))
      symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    else {
      log(`installs what ${commit.trim()} depends on`);
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], inTree);
    }
    log(`builds ${commit.trim()}`);
    await run(process.execPath, ['scripts/build.mjs'], inTree);
    return { ...releaseIn(tree, commit.trim()), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
