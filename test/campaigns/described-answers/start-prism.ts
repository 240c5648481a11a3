import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findFreePort } from '@pps/embedded';

/** The last one that runs on the Node of this project; what is newer needs 24.18. */
export const prismVersion = '5.14.2';
const longestInstallMs = 300_000;
const longestStartMs = 60_000;

export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Installs Prism in a temporary folder and lets it pass requests on to a service; what an answer has beyond the document stands in the header `sl-violations`. */
export async function startPrism(document: string, upstream: string): Promise<Prism> {
  const folder = mkdtempSync(join(tmpdir(), 'prism-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { '@stoplight/prism-cli': prismVersion } }));
    writeFileSync(join(folder, 'openapi.json'), document);
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await promisify(execFile)('npm', install, { cwd: folder, timeout: longestInstallMs });
    const { url, end } = await listen(folder, upstream);
    return { url, stop: () => end().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function listen(folder: string, upstream: string): Promise<{ readonly url: string; end(): Promise<void> }> {
  const port = await findFreePort();
  const args = ['node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', 'openapi.json', upstream, '--port', String(port)];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<never>((_, fail) => child.once('close', (code) => fail(new Error(`Prism ended with ${code}`))));
  ended.catch(() => undefined);
  const end = async () => {
    child.kill();
    await ended.catch(() => undefined);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(new Error('Prism does not listen')), longestStartMs)));
  const listening = new Promise<void>((done) =>
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Prism is listening')) done();
    }),
  );
  try {
    await Promise.race([listening, ended, late]);
    return { url: `http://127.0.0.1:${port}`, end };
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
