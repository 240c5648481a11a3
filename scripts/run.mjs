// Runs one built entry point: `node scripts/run.mjs apps/api/main [arguments]`, building first when a source is newer.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...rest] = process.argv.slice(2);
await build();
const main = join(root, 'dist', `${entry}.js`);
process.argv = [process.argv[0], main, ...rest];
const require = createRequire(import.meta.url);
require('./module-cache/cached-modules.cjs');
require(main);
