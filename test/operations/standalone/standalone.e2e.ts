import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { findFreePort } from '@pps/embedded';
import { connect } from 'nats';
import { readPartUrls } from '../../../apps/standalone/part-urls';
import { eventually } from '../../setup/eventually';
import { killProcessesOf, noProcessOf, processesOf } from './processes-of';
import { startCommand, startProgram, type StartedProgram } from './started-program';

let dataDir: string;
let settings: Record<string, string>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'standalone-'));
  settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()), SIMULATORS_PORT: String(await findFreePort()), LOG_LEVEL: 'error' };
});

afterAll(async () => {
  killProcessesOf(dataDir);
  await noProcessOf(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const npmStart = () => startCommand(['npm', 'start'], settings);
const api = (path: string) => `http://127.0.0.1:${settings.PORT}${path}`;

async function post(path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(api(path), { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  await response.body?.cancel();
  return response.status;
}

describe('npm start', () => {
  const account = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  const login = () => post('/v1/auth/login', account);

  it('prints the ready line alone when the first request will succeed, and ends on SIGTERM without a process left', async () => {
    const start = npmStart();
    await start.ready();
    expect(await post('/v1/auth/register', { ...account, full_name: 'Ada' })).toBe(201);
    expect(start.stdout).toContain(`ready http://127.0.0.1:${settings.PORT}`);
    expect(openToOthers(dataDir)).toEqual([]);
    await expectPartsToAskForCredentials();
    start.process.kill('SIGTERM');
    await start.ended;
    await noProcessOf(dataDir);
  });

  it('finds everything at the next start, and refuses its port and its folder to another', async () => {
    const start = npmStart();
    await start.ready();
    expect(await login()).toBe(200);
    const elsewhere = mkdtempSync(join(tmpdir(), 'standalone-'));
    expect(await refusal(startProgram('apps/standalone/main', [], { ...settings, DATA_DIR: elsewhere }))).toMatch(/^PORT \d+ is taken/);
    rmSync(elsewhere, { recursive: true });
    expect(await refusal(startProgram('apps/standalone/main', [], settings))).toMatch(/^DATA_DIR \S+ is in use/);
    killProcessesOf(dataDir);
    await noProcessOf(dataDir);
  });

  it('finds everything after kill -9 of all, and leaves nothing when npm is killed', async () => {
    const start = npmStart();
    await start.ready();
    expect(await login()).toBe(200);
    start.process.kill('SIGKILL');
    await noProcessOf(dataDir);
  });

  it('starts the killed service again, and on request each of its hosts in a process of its own', async () => {
    const start = npmStart();
    await start.ready();
    const [service] = entriesOf('service');
    expect(entriesOf('api')).toEqual([]);
    process.kill(service?.pid ?? NaN, 'SIGKILL');
    await eventually('the service runs again', async () => ((await login().catch(() => 0)) === 200 ? true : undefined));
    expect(entriesOf('service')).not.toContainEqual(service);
    start.process.kill('SIGTERM');
    await start.ended;
    await noProcessOf(dataDir);

    const apart = startCommand(['npm', 'start'], { ...settings, SERVICE_PROCESSES: 'four' });
    await apart.ready();
    expect(['projector', 'orchestrator', 'worker', 'api', 'service'].map((name) => entriesOf(name).length)).toEqual([1, 1, 1, 1, 0]);
    expect(await login()).toBe(200);
    apart.process.kill('SIGTERM');
    await apart.ended;
    await noProcessOf(dataDir);
  });

  it('answers a taken port and a broken setting in one line before anything runs', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(Number(settings.SIMULATORS_PORT), '0.0.0.0', listening));
    expect(await refusal(startProgram('apps/standalone/main', [], settings))).toMatch(/^SIMULATORS_PORT \d+ is taken/);
    other.close();
    expect(await refusal(startProgram('apps/standalone/main', [], { ...settings, PACING_GLOBAL: 'much' }))).toContain('PACING_GLOBAL');
    expect(processesOf(dataDir)).toEqual([]);
  });
});

const entriesOf = (name: string) => processesOf(dataDir).filter(({ command }) => command.includes(`apps/${name}/main`));

/** Files and folders below the folder that other users may read, write or enter. */
function openToOthers(folder: string): string[] {
  // Started by root, PostgreSQL is somebody else, who needs its libraries.
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('postgres-lib'));
  const modes = names.map((name) => ({ name, stat: lstatSync(join(folder, name), { throwIfNoEntry: false }) }));
  return modes.flatMap(({ name, stat }) => (stat && (stat.mode & 0o077) !== 0 ? [`${(stat.mode & 0o777).toString(8)} ${name}`] : []));
}

async function expectPartsToAskForCredentials(): Promise<void> {
  const { DATABASE_URL = '', EVENTSTORE_URL = '', NATS_URL = '' } = readPartUrls(dataDir) ?? {};
  const [database, store, queue] = [new URL(DATABASE_URL), new URL(EVENTSTORE_URL), new URL(NATS_URL)];
  const secrets = [database.password, store.searchParams.get('connectionName') ?? '', queue.password];
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/);
  const shown = processesOf(dataDir).filter(({ command }) => secrets.some((secret) => command.includes(secret)));
  expect(shown).toEqual([]);
  await expect(connect({ servers: queue.host, timeout: 30_000 })).rejects.toThrow(/authorization/i);
  const stranger = EventStoreDBClient.connectionString(`esdb://${store.host}?tls=false`);
  const reading = async () => {
    for await (const { event } of stranger.readAll({ maxCount: 1 })) throw new Error(`read ${event?.type}`);
  };
  await expect(reading()).rejects.toThrow('Access Denied');
  await stranger.dispose();
}

async function refusal(program: StartedProgram): Promise<string> {
  expect(await program.ended).toBe(1);
  expect(program.stdout).toEqual([]);
  expect(program.stderr).toHaveLength(1);
  return program.stderr[0] ?? '';
}
