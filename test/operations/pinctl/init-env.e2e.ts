import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { findFreePort } from '@pps/embedded';
import { putCluster } from '../../setup/put-cluster';
import { killProcessesOf, noProcessOf } from '../standalone/processes-of';
import { startCommand, type StartedProgram } from '../standalone/started-program';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'init-env-'))));
afterEach(async () => {
  killProcessesOf(folder);
  await noProcessOf(folder);
  rmSync(folder, { recursive: true, force: true });
});

// In a folder of its own, as somebody would who keeps the settings of an installation there.
const runIn = (script: string, args: readonly string[], settings: Record<string, string> = {}): StartedProgram =>
  startCommand(['sh', '-c', 'cd "$0" && exec "$@"', folder, process.execPath, resolve(script), ...args], settings);

async function initEnv(...args: string[]) {
  const program = runIn('scripts/pinctl.mjs', ['init-env', ...args]);
  return { code: await program.ended, out: program.stdout.join('\n'), said: program.stderr.join('\n') };
}

const settingsIn = (file = '.env') => parseEnv(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
const secretsIn = (file?: string) => Object.entries(settingsIn(file)).flatMap(([name, value]) => (name.endsWith('_URL') ? [] : [value]));

describe('pinctl init-env', () => {
  it('writes a file for its owner alone, tells what is in it and no secret, and never changes it', async () => {
    const { code, out, said } = await initEnv();
    expect([code, said]).toEqual([0, '']);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(out).toContain('MASTER_KEY');
    const secrets = secretsIn();
    expect(secrets).toHaveLength(12);
    expect(secrets.filter((secret) => out.includes(secret))).toEqual([]);
    const before = readFileSync(join(folder, '.env'));
    expect(await initEnv('--public-url', 'https://pins.example')).toEqual({
      code: 1,
      out: '',
      said: '.env is there already; it is not changed',
    });
    expect(readFileSync(join(folder, '.env'))).toEqual(before);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  it('follows no link, and says in a line what it cannot write or read', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, '.env'));
    expect(await initEnv()).toMatchObject({ code: 1, said: '.env is there already; it is not changed' });
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
    expect(await initEnv('--file', 'nowhere/.env')).toEqual({ code: 2, out: '', said: 'nowhere/.env cannot be written (ENOENT)' });
    for (const url of ['pins.example', 'ftp://pins.example', 'https://a:b@pins.example', 'https://pins.example/#$PORT', 'https://x/?a=1']) {
      expect(await initEnv('--file', 'other', '--public-url', url)).toMatchObject({ code: 2, out: '' });
    }
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  it('answers a program with names alone, and writes one file for two who ask at once', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => initEnv('--json', '--public-url', 'https://pins.example/')));
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    const answer = JSON.parse(ends.find(({ code }) => code === 0)?.out ?? '');
    expect(answer).toMatchObject({ file: '.env', kept: [], public_url: 'https://pins.example', app_url: 'https://pins.example/app' });
    expect(answer.drawn).toContain('NATS_PASSWORD');
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  it('keeps the keys that an npm start has made, which would not start with others', async () => {
    mkdirSync(join(folder, '.data/keys'), { recursive: true });
    const key = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(join(folder, '.data/keys/master-key'), `${key}\n`);
    const { code, out } = await initEnv();
    expect([code, out.includes(key)]).toEqual([0, false]);
    expect(out).toMatch(/kept from \S+\.data\/keys +MASTER_KEY\n/);
    expect(settingsIn().MASTER_KEY).toBe(key);
  });

  it('writes beside a .env: its DATA_DIR and its keys count, and where both have a key the setting wins', async () => {
    mkdirSync(join(folder, 'elsewhere/keys'), { recursive: true });
    const [stored, given] = [8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    writeFileSync(join(folder, 'elsewhere/keys/jwt-key'), `${stored}\n`);
    writeFileSync(join(folder, 'elsewhere/keys/master-key'), `${stored}\n`);
    writeFileSync(join(folder, '.env'), `DATA_DIR=elsewhere\nMASTER_KEY=${given}\n`);
    const { code, out } = await initEnv('--file', 'other');
    expect(code).toBe(0);
    expect(out).toMatch(/kept from the settings +MASTER_KEY\n/);
    expect(out).toMatch(/kept from \S+elsewhere\/keys +JWT_KEY\n/);
    expect(settingsIn('other')).toMatchObject({ MASTER_KEY: given, JWT_KEY: stored });
    expect(settingsIn('other').PUBLIC_URL).toBeUndefined();
  });

  it('is what npm start in that folder goes by', async () => {
    await initEnv('--public-url', 'https://pins.example');
    const dataDir = join(folder, '.data');
    mkdirSync(dataDir, { mode: 0o711 });
    putCluster(dataDir);
    const ports = { PORT: String(await findFreePort()), SIMULATORS_PORT: String(await findFreePort()), LOG_LEVEL: 'error' };
    const program = runIn('scripts/run.mjs', ['apps/standalone/main'], ports);
    await program.ready();
    const api = `http://127.0.0.1:${ports.PORT}`;
    const metrics = (headers: Record<string, string>) => fetch(`${api}/metrics`, { headers }).then(({ status }) => status);
    const token = settingsIn().OPERATOR_TOKEN ?? '';
    expect([await metrics({}), await metrics({ authorization: `Bearer ${token}` })]).toEqual([404, 200]);
    const { servers } = (await (await fetch(`${api}/openapi.json`)).json()) as { servers: { url: string }[] };
    expect(servers).toEqual([{ url: 'https://pins.example' }]);
    expect(existsSync(join(dataDir, 'keys/master-key'))).toBe(false);

    const pinctl = runIn('scripts/pinctl.mjs', ['vault', 'status', '--json']);
    expect(await pinctl.ended).toBe(0);
    expect(JSON.parse(pinctl.stdout.join('\n'))).toEqual(expect.any(Array));
    program.process.kill('SIGTERM');
    await program.ended;
  });
});
