import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const packageFolder = resolve('packages/typescript');

/** Runs a program to its end; throws with all that it said where it fails. */
export function runToEnd(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 240_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

export interface InstalledPackage {
  readonly folder: string;
  /** The package as it would be published. */
  readonly tarball: Buffer;
  write(name: string, text: string): void;
  run(name: string): string;
  remove(): void;
}

/** Packs the SDK and installs it, and nothing else, in an empty folder. */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'installed-sdk-'));
  const [packed] = JSON.parse(
    runToEnd('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder], packageFolder),
  ) as [{ readonly filename: string }];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  runToEnd('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)], folder);
  return {
    folder,
    tarball: readFileSync(join(folder, packed.filename)),
    write: (name, text) => writeFileSync(join(folder, name), text),
    run: (name) => runToEnd(process.execPath, [name], folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Compiles the SDK as it is published. */
export const buildPackage = (): string => runToEnd(process.execPath, [resolve('scripts/sdk/build-package.mjs')], packageFolder);
