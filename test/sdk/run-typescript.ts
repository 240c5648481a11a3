import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { runToEnd } from './package-folder';
import { runExample, type ProgramRun } from './run-example';

const strict = { target: 'es2022', strict: true, noEmit: true, module: 'preserve', moduleResolution: 'bundler', skipLibCheck: true };

/** Checks programs against the sources of the SDK as strictly as a project would; throws with what is wrong. */
export function checkTypes(folder: string, files: readonly string[]): void {
  const found = {
    typeRoots: [resolve('node_modules/@types')],
    types: ['node'],
    paths: { 'pin-publishing': [resolve('packages/typescript/src/index.ts')] },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...strict, ...found, lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] }, files }),
  );
  runToEnd(process.execPath, [resolve('node_modules/typescript-native/bin/tsc'), '-p', folder], folder);
}

/** Runs a program of the folder with the SDK. */
export async function runTypescript(folder: string, file: string, environment: Readonly<Record<string, string>>): Promise<ProgramRun> {
  const outfile = join(folder, `${basename(file, '.ts')}.mjs`);
  const alias = { 'pin-publishing': resolve('packages/typescript/src/index.ts') };
  await build({
    entryPoints: [join(folder, file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    alias,
    logLevel: 'silent',
  });
  return runExample(process.execPath, [outfile], folder, environment);
}
