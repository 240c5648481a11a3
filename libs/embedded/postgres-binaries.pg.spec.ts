import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeFolder, postgresBinaries } from './postgres-binaries';

describe('postgresBinaries', () => {
  it('makes the library links that an install without scripts leaves out', () => {
    const folder = mkdtempSync(join(tmpdir(), 'binaries-'));
    try {
      const source = join(nativeFolder(`${process.platform}-${process.arch}`), '..');
      cpSync(source, join(folder, 'package'), { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
      const binaries = postgresBinaries(join(folder, 'links'), join(folder, 'package', 'native'));
      const again = postgresBinaries(join(folder, 'links'), join(folder, 'package', 'native'));
      expect(again).toEqual(binaries);
      expect(execFileSync(binaries.postgres, ['--version'], { env: binaries.env, encoding: 'utf8' })).toContain(
        `PostgreSQL) ${binaries.majorVersion}.`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('names the platform it has nothing for', () => {
    expect(() => nativeFolder('plan9-mips')).toThrow(/^No PostgreSQL for plan9-mips from npm.*DATABASE_URL\.$/);
  });
});
