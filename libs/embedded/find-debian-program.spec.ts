import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDebianProgram } from './find-debian-program';

test('a program of a package with another name is there once the package is installed', async () => {
  const path = mkdtempSync(join(tmpdir(), 'debian-program-'));
  const [said, commands]: [string[], string[]] = [[], []];
  const run = async (command: string, args: readonly string[]) => {
    commands.push([command, ...args].join(' '));
    if (args[0] !== 'install') return;
    writeFileSync(join(path, 'psql'), '');
    chmodSync(join(path, 'psql'), 0o755);
  };
  const options = { name: 'psql', package: 'postgresql-client', purpose: 'a client', howToGetIt: 'psql was not found', path, run };
  const find = () => findDebianProgram({ ...options, isDebianRoot: true, mayInstall: true, log: (line) => void said.push(line) });
  try {
    expect([await find(), await find()]).toEqual([join(path, 'psql'), join(path, 'psql')]);
    expect(commands).toEqual(['apt-get update -q', 'apt-get install -q -y --no-install-recommends postgresql-client']);
    expect(said).toEqual([
      'psql, a client, is not installed: installing it once by apt-get install postgresql-client (--no-install refuses)',
    ]);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
});
