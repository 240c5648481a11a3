import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { buildPackage, installPackage, packageFolder, runToEnd, type InstalledPackage } from './package-folder';

const use = `
const client = new PinPublishing({ baseUrl: 'http://127.0.0.1:1', apiKey: 'pps_test_x', maxRetries: 0 });
const error = await client.pins.list().catch((each) => each);
console.log(error instanceof ConnectionError, error.request.verb, typeof QuotaExceededError);
`;

const typed = `
import { ApiError, PinPublishing, QuotaExceededError, type Page, type Pin } from 'pin-publishing';
const client = new PinPublishing({ baseUrl: 'https://pins.example.com', apiKey: () => 'pps_live_x' });
export async function use(id: string): Promise<Date | null> {
  const pin = await client.pins.create({ account_id: id, board_id: '1', title: 'Door', image_url: 'https://images.example.com/door.jpg' });
  if (pin.status === 'published') console.log('a known word');
  const unknown: string = pin.status;
  await client.schedules.create({ account_id: id, board_id: '1', title: 'Door', run_at: new Date() });
  const page: Page<Pin> = await client.pins.list({ since: new Date(), status: 'failed' });
  for await (const each of client.pins.list({ limit: 200 })) console.log(each.title, page.total, unknown);
  for await (const fact of client.audit.export()) console.log(fact.leaf_index);
  const csv: string = await client.imports.getFailedRows(id);
  const { headroom } = await client.pins.retry(id).withResponse();
  await client.imports.createFromCsv({ content: csv, name: 'pins.csv' });
  // @ts-expect-error no such field
  await client.pins.update(id, { titel: 'x' }).catch((error: unknown) => error instanceof QuotaExceededError && error instanceof ApiError);
  return headroom?.quotaLimit === 0 ? null : (await client.waitUntilSettled(pin)).published_at;
}
`;

const strict = { target: 'es2022', strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true };
const withNode = { ...strict, module: 'nodenext', types: ['node'], lib: ['es2022'], typeRoots: [resolve('node_modules/@types')] };
const inBrowser = {
  ...strict,
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
};

let installed: InstalledPackage;
beforeAll(() => {
  buildPackage();
  installed = installPackage();
});
afterAll(() => installed.remove());

/** The sizes of what is loaded at once, and of what is loaded when it is asked for. */
async function bundle(contents: string): Promise<{ readonly atOnce: number; readonly later: number }> {
  const stdin = { contents, resolveDir: installed.folder };
  const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser', splitting: true } as const;
  const { outputFiles } = await build({ ...options, stdin, outdir: join(installed.folder, 'bundle'), write: false });
  const sizes = outputFiles.map(({ path, contents: code }) => ({ path, size: gzipSync(code, { level: 9 }).length }));
  const sum = (isLater: boolean) =>
    sizes.filter(({ path }) => /verify-(audit|history)/.test(path) === isLater).reduce((all, { size }) => all + size, 0);
  return { atOnce: sum(false), later: sum(true) };
}

test('it can be imported and required where nothing else is installed', () => {
  installed.write('use.mjs', `import { ConnectionError, PinPublishing, QuotaExceededError } from 'pin-publishing';\n${use}`);
  installed.write(
    'use.cjs',
    `const { ConnectionError, PinPublishing, QuotaExceededError } = require('pin-publishing');\n(async () => {${use}})();`,
  );
  expect(installed.run('use.mjs')).toBe('true GET function\n');
  expect(installed.run('use.cjs')).toBe('true GET function\n');
});

test('where there is no process, as in a browser, a file is a form, with a second more for each 16 kB', () => {
  installed.write(
    'browser.mjs',
    `import { PinPublishing } from 'pin-publishing';
const [say, later, times] = [console.log, setTimeout, []];
delete globalThis.process;
globalThis.setTimeout = (run, ms) => (times.push(ms), later(run, ms));
const fetch = async (_, { body }) => (say(body instanceof FormData, body.get('file').size), Response.json({ id: '1' }));
const client = new PinPublishing({ fetch });
await client.assets.uploadImage(new Uint8Array(160_000));
await client.assets.uploadImage({ content: () => ['a', 'b'] });
say(times.filter((ms) => ms >= 60_000).join());`,
  );
  expect(installed.run('browser.mjs')).toBe('true 160000\ntrue 2\n60000,70000,60000,60000.125\n');
});

test.each(Object.entries({ withNode, inBrowser }))('its types hold under strict rules: %s', (name, compilerOptions) => {
  installed.write('typed.ts', typed);
  installed.write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  runToEnd(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', `tsconfig.${name}.json`], installed.folder);
});

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: packageFolder, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('its types are what is loaded, for those who import and those who require it', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(installed.tarball)));
  if (!result.types) throw new Error('it has no types');
  // To require it, a program of CommonJS needs a Node that requires modules, which engines says.
  expect(result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('all of it, minified and compressed, is at most 10 kB beside the verifier of histories, and who takes one thing takes little', async () => {
  const { atOnce, later } = await bundle("export * from 'pin-publishing';");
  expect(atOnce).toBeLessThanOrEqual(10_000);
  expect(later).toBeLessThanOrEqual(4_600);
  expect((await bundle("export { ApiError } from 'pin-publishing';")).atOnce).toBeLessThanOrEqual(1_000);
});
