import { execFile } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries';

/** `self`: we are no root. The others run PostgreSQL, which refuses root, for a root whose folders others may be unable to enter. */
export type PostgresUserStrategy = 'self' | 'setuid' | 'read-capability' | 'write-capability' | 'namespace';

export interface PostgresUser {
  readonly strategy: PostgresUserStrategy;
  /** The command as this user runs it. */
  as(command: string, args: readonly string[]): { command: string; args: readonly string[]; uid?: number; gid?: number };
}

const allStrategies: readonly PostgresUserStrategy[] = ['setuid', 'read-capability', 'write-capability', 'namespace'];

/**
 * Finds, by trying, as whom PostgreSQL can run on `dataDir` (which exists), and makes that user its owner.
 * Throws one clear line when none of the strategies works here.
 */
export async function choosePostgresUser(
  binaries: PostgresBinaries,
  dataDir: string,
  strategies: readonly PostgresUserStrategy[] = allStrategies,
): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { strategy: 'self', as: (command, args) => ({ command, args }) };
  const account = unprivilegedAccount(lstatSync(dataDir).uid);
  for (const strategy of strategies) {
    const user = { strategy, as: wrapperOf(strategy, account) };
    const owner = strategy === 'namespace' ? { uid: 0, gid: 0 } : account;
    if (giveTo(dataDir, owner.uid, owner.gid) && (await canRun(user, binaries, dataDir))) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and none of the ways around works here: start as an ordinary user, or give a server with DATABASE_URL.',
  );
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

function wrapperOf(strategy: PostgresUserStrategy, { uid, gid }: Account): PostgresUser['as'] {
  // Without the secure bit access(2), by which PostgreSQL looks at its own programs, takes no notice of capabilities.
  const asAccount = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const capability = (name: string) => [...asAccount, `--inh-caps=+${name}`, `--ambient-caps=+${name}`];
  switch (strategy) {
    case 'self':
      return (command, args) => ({ command, args });
    case 'setuid':
      return (command, args) => ({ command, args, uid, gid });
    case 'read-capability':
      return (command, args) => ({ command: 'setpriv', args: [...capability('dac_read_search'), '--', command, ...args] });
    case 'write-capability':
      return (command, args) => ({ command: 'setpriv', args: [...capability('dac_override'), '--', command, ...args] });
    case 'namespace':
      return (command, args) => ({
        command: 'unshare',
        args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', command, ...args],
      });
  }
}

// initdb looks its user up, so it has to be one the system knows; an owner from an earlier start keeps the folder.
function unprivilegedAccount(owner: number): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const found =
    accounts.find(({ uid }) => uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody') ??
    accounts[0];
  if (!found)
    throw new Error('PostgreSQL does not run as root and /etc/passwd names no other user: add one, or give a server with DATABASE_URL.');
  return found;
}

function giveTo(folder: string, uid: number, gid: number): boolean {
  if (lstatSync(folder).uid === uid) return true;
  try {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).reverse()) {
      const path = join(folder, entry);
      if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, gid);
    }
    // Last, so that a start that was cut short does it again.
    chownSync(folder, uid, gid);
    return true;
  } catch {
    return false;
  }
}

// initdb only shows its settings here, but for that it finds its programs, their libraries and its user, and refuses root.
function canRun(user: PostgresUser, binaries: PostgresBinaries, dataDir: string): Promise<boolean> {
  const probe = 'cd "$1" && test -w . && exec "$0" --show -D "$1" --locale=C';
  const { command, args, ...who } = user.as('/bin/sh', ['-c', probe, binaries.initdb, dataDir]);
  return new Promise((resolve) => {
    const probed = (error: Error | null) => resolve(error === null);
    try {
      execFile(command, [...args], { env: binaries.env, cwd: '/', timeout: 10_000, ...who }, probed);
    } catch {
      // Node throws, not calls back, where it may not change its user.
      resolve(false);
    }
  });
}
