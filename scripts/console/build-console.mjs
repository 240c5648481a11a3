// Builds the console into dist/console: hashed files with their compressed forms beside them. What the build before it made stays for one more build, so that
// a window that was open meanwhile finds the pages that it has not loaded yet.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'dist', 'console');
const sources = [join(root, 'apps', 'console'), join(root, 'packages', 'typescript', 'src')];
// The very file that auditors get: the console's worker runs it as it is.
const verifier = join(root, 'docs', 'verify-history.mjs');
const sharedModules = /apps.console.src.(?!main|proofs)/;
const installed = join(root, 'node_modules', '.package-lock.json');

const filesUnder = (from) =>
  readdirSync(from, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function stampOf() {
  const hash = createHash('sha256');
  for (const file of [...sources.flatMap(filesUnder), fileURLToPath(import.meta.url)].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  if (existsSync(verifier)) hash.update(readFileSync(verifier));
  if (existsSync(installed)) hash.update(readFileSync(installed));
  return hash.digest('hex');
}

/** Builds the console where one of its sources has changed; `show` is told what goes on. */
export async function buildConsole(show = () => undefined) {
  // An image may be made without it.
  if (![...sources, verifier].every((each) => existsSync(each))) return;
  const stamp = stampOf();
  const stampFile = join(folder, '.stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  show('building: the console');
  const { build } = await import('vite');
  const target = `${folder}.${process.pid}`;
  rmSync(target, { recursive: true, force: true });
  await asInProduction(() =>
    build({
      configFile: false,
      root: join(root, 'apps', 'console'),
      base: './',
      logLevel: 'error',
      worker: { format: 'es' },
      resolve: { alias: { 'pin-publishing': join(root, 'packages', 'typescript', 'src', 'index.ts') } },
      build: {
        outDir: target,
        emptyOutDir: true,
        assetsDir: '',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2023',
        // What pages share is small: one file with the first load, instead of eight requests one after another before a page is there.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', test: sharedModules, minShareCount: 3 }] } } },
      },
    }),
  );
  const made = readdirSync(target).filter((name) => name !== 'index.html');
  await Promise.all(made.map((name) => compress(join(target, name))));
  keepFormer(folder, target, made);
  writeFileSync(join(target, '.files'), made.join('\n'));
  writeFileSync(join(target, '.stamp'), stamp);
  swapIn(target);
}

/** React is another one where this variable says so, and tests say "test". */
async function asInProduction(act) {
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await act();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function compress(file) {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text, { params }), promisify(gzip)(text, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

/** Copies what the build before made, and this one did not, beside what it made; what is older goes. */
export function keepFormer(before, target, made) {
  const list = join(before, '.files');
  if (!existsSync(list)) return;
  const former = readFileSync(list, 'utf8').split('\n');
  for (const name of former.filter((each) => !made.includes(each)).flatMap((each) => [each, `${each}.br`, `${each}.gz`]))
    if (existsSync(join(before, name))) writeFileSync(join(target, name), readFileSync(join(before, name)));
}

function swapIn(target) {
  const old = `${folder}.old.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(target, folder);
  } catch (error) {
    // Two builds at once: the other one's files are as good as ours.
    if (!existsSync(join(folder, '.stamp'))) throw error;
  } finally {
    for (const each of [old, target]) rmSync(each, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
