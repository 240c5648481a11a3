// Compiles every TypeScript file into dist/. Builds beside the old tree and swaps it in, so a start next to a build never loads half a tree.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './console/build-console.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = ['apps', 'libs', 'projections', 'test', 'bench', 'demo', 'scripts', ...packageSources()];
/** What of `packages` is TypeScript: its programs, tests and benches run from this tree too. */
function packageSources() {
  const packages = join(root, 'packages');
  if (!existsSync(packages)) return [];
  return readdirSync(packages)
    .map((name) => join('packages', name, 'src'))
    .filter((folder) => existsSync(join(root, folder)));
}

const settings = [join(root, 'swc.config.cjs'), join(root, 'tsconfig.json')];
const installed = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'dist', '.stamp');

/** The console has a build of its own. */
const consoleFolder = join(root, 'apps', 'console');

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.startsWith(`${consoleFolder}/`))
    .map((entry) => join(entry.parentPath, entry.name));
}

function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files, ...settings, fileURLToPath(import.meta.url)].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  if (existsSync(installed)) hash.update(readFileSync(installed));
  return hash.digest('hex');
}

export async function build() {
  const show = showing(process.stderr);
  await buildServer(show);
  await buildConsole(show);
  show('');
}

async function buildServer(show) {
  const files = sources.flatMap((folder) => filesUnder(join(root, folder)));
  const stamp = stampOf(files);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const [{ transformFile }, { default: options }] = await Promise.all([import('@swc/core'), import('../swc.config.cjs')]);
  const target = join(root, `dist.${process.pid}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const [index, file] of files.entries()) {
    if (index % 50 === 0) show(`building: ${index} of ${files.length} files`);
    const out = join(target, relative(root, file));
    mkdirSync(dirname(out), { recursive: true });
    if (!file.endsWith('.ts')) {
      cpSync(file, out);
      continue;
    }
    const { code, map } = await transformFile(file, options);
    const js = out.replace(/\.ts$/, '.js');
    writeFileSync(js, `${code}\n//# sourceMappingURL=${js.split('/').at(-1)}.map\n`);
    if (map) writeFileSync(`${js}.map`, map);
  }
  show('building: recording what programs load');
  // A tree without it starts more slowly, nothing else.
  spawnSync(process.execPath, [join(root, 'scripts', 'module-cache', 'record.cjs'), target], { stdio: 'ignore', timeout: 60_000 });
  writeFileSync(join(target, '.stamp'), stamp);
  swapIn(target);
}

/** On a terminal, one line that moves; nothing elsewhere. */
function showing(out) {
  return (text) => {
    if (out.isTTY) out.write(text === '' ? '\r\x1b[2K' : `\r\x1b[2K… ${text}`);
  };
}

function swapIn(target) {
  const dist = join(root, 'dist');
  const old = join(root, `dist.old.${process.pid}`);
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(target, dist);
    if (existsSync(join(old, 'console'))) renameSync(join(old, 'console'), join(dist, 'console'));
  } catch (error) {
    // Two builds at once: the other one's tree is as good as ours.
    if (!existsSync(stampFile)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
    rmSync(target, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
