// Compiles the package in whose folder it is run to `dist`: modules and types as Node and bundlers load them, with the ending of each file.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/typescript-native/bin/tsc');

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', '.'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

for (const name of readdirSync('dist', { recursive: true })) {
  if (!/\.(js|d\.ts)$/.test(name)) continue;
  const file = join('dist', name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(\bfrom |\bimport\()(['"])(\.[^'"]*)\2/g, '$1$2$3.js$2'));
}
