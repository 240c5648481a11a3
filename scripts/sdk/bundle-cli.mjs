// Bundles the command line into packages/cli/dist: what it needs is in it, and each command's modules are loaded when it is called. `node bundle-cli.mjs [folder]`
import { build } from 'esbuild';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const outdir = resolve(process.argv[2] ?? join(root, 'packages/cli/dist'));

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['packages/cli/src/main.ts'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: 'parts/[name]-[hash]',
  // commander is CommonJS: what it requires of Node must be there.
  banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
  alias: { 'pin-publishing': './packages/typescript/src/index.ts' },
  logLevel: 'warning',
});
writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
const main = join(outdir, 'main.js');
writeFileSync(main, `#!/usr/bin/env node\n${readFileSync(main, 'utf8').replace(/^#!.*\n/, '')}`, { mode: 0o755 });
cpSync(join(root, 'node_modules/commander/LICENSE'), join(outdir, 'commander-license.txt'));
