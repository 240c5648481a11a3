import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type ConsoleEncoding = 'br' | 'gzip' | 'identity';

export interface ConsoleFile {
  readonly type: string;
  readonly bodies: Readonly<Record<ConsoleEncoding, Buffer>>;
}

export interface BuiltConsole {
  /** The document that every page begins with; its files lie in `console/` below the root of the pages. */
  readonly document: string;
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

const types: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
]);

/** What the build made of the console, read whole, so that a build beside a process takes nothing from it; null where there is none. */
export function readConsole(root: string, from: string = __dirname): BuiltConsole | null {
  const folder = consoleAbove(from);
  if (folder === null) return null;
  const files = readdirSync(folder).flatMap((name) => {
    const type = types.get(name.split('.').at(-1) ?? '');
    return type === undefined ? [] : [[name, { type, bodies: bodiesOf(join(folder, name)) }] as const];
  });
  const text = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    document: text.replaceAll('"./', `"${root}/console/`).replaceAll('"../', `"${root}/`),
    files: new Map(files),
  };
}

const bodiesOf = (path: string): ConsoleFile['bodies'] => ({
  identity: readFileSync(path),
  br: readFileSync(`${path}.br`),
  gzip: readFileSync(`${path}.gz`),
});

function consoleAbove(folder: string): string | null {
  const built = join(folder, 'dist', 'console');
  if (existsSync(join(built, 'index.html'))) return built;
  const above = dirname(folder);
  return above === folder ? null : consoleAbove(above);
}
