import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClientGenerator } from './generated-client';

const run = promisify(execFile);
const root = process.cwd();
const longestMs = 300_000;
// The newest generators take no older Node than this.
const node = ['--yes', '--package', 'node@22.21.1', '--', 'node'];

export interface ClientFolder {
  /** Lines in which the generator complained of the document. */
  readonly warnings: readonly string[];
  /** What the compiler says of a file and of what it imports, a line each; it is compiled nevertheless. */
  compile(files: readonly string[]): Promise<string[]>;
  write(file: string, text: string): void;
  /** A module as it was compiled, or a package. */
  load(module: string): unknown;
}

/** Installs a generator in a folder of its own, exactly in its versions and without scripts, and lets it make a client of the document. */
export async function clientFolder(folder: string, generator: ClientGenerator, document: string): Promise<ClientFolder> {
  mkdirSync(folder, { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('package.json', JSON.stringify({ private: true, dependencies: generator.packages }));
  write('openapi.json', document);
  for (const [file, text] of Object.entries(generator.files)) write(file, text);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, timeout: longestMs });
  const warnings: string[] = [];
  for (const [program, ...args] of generator.programs) {
    const said = await run('npx', [...node, `node_modules/.bin/${program}`, ...args], { cwd: folder, timeout: longestMs });
    warnings.push(...`${said.stdout}\n${said.stderr}`.split('\n').filter((line) => /\bwarn|⚠/i.test(line)));
  }
  const require = createRequire(join(folder, 'package.json'));
  return {
    warnings,
    write,
    compile: (files) => compileStrictly(folder, files),
    load: (module) => {
      const compiled = join(folder, 'compiled', `${module}.js`);
      return require(existsSync(compiled) ? compiled : module) as unknown;
    },
  };
}

async function compileStrictly(folder: string, files: readonly string[]): Promise<string[]> {
  const strict = ['--strict', '--skipLibCheck', '--esModuleInterop', '--rootDir', '.', '--outDir', 'compiled'];
  const modern = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  try {
    await run(process.execPath, [tsc, '--ignoreConfig', ...strict, ...modern, ...types, ...files], {
      cwd: folder,
      timeout: longestMs,
      maxBuffer: 2 ** 26,
    });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    if (stdout === '') throw error;
    return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  }
}
