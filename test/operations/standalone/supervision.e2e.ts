import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@pps/embedded';
import { putCluster } from '../../setup/put-cluster';
import { killProcessesOf, noProcessOf, processesOf } from './processes-of';
import { startCommand, startProgram, type StartedProgram } from './started-program';

let dataDir: string;
let ports: { PORT: string; SIMULATORS_PORT: string };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'supervision-'));
  putCluster(dataDir);
  ports = { PORT: String(await findFreePort()), SIMULATORS_PORT: String(await findFreePort()) };
});

afterEach(async () => {
  killProcessesOf(dataDir);
  await noProcessOf(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

function start(services: string[] = ['api:tiny-service'], settings: Record<string, string> = {}): StartedProgram {
  // The event store is shown with the real services in standalone.e2e.ts.
  return startProgram('test/operations/standalone/host.main', services, {
    DATA_DIR: dataDir,
    EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false',
    ...ports,
    ...settings,
  });
}

interface Answer extends Record<string, string> {
  readonly pid: string;
}

async function ask(port: string): Promise<Answer> {
  return (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(120_000) })).json() as Promise<Answer>;
}

async function within<T>(ms: number, what: string, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await probe().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`within ${ms} ms not: ${what}`);
    await delay(50);
  }
}

describe('the standalone start', () => {
  it('takes settings from files where the stand-ins or the start itself would give them', async () => {
    const file = join(dataDir, 'given-secret');
    writeFileSync(file, 'smtp://127.0.0.1:2525\n');
    const portFile = join(dataDir, 'given-port');
    writeFileSync(portFile, ports.PORT);
    const program = start(undefined, { SMTP_URL_FILE: file, PORT: '', PORT_FILE: portFile });
    await program.ready();
    const api = await ask(ports.PORT);
    expect(api).toMatchObject({ SMTP_URL: 'smtp://127.0.0.1:2525' });
    for (const name of ['SMTP_URL_FILE', 'PORT_FILE']) expect(api).not.toHaveProperty(name);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }, 300_000);

  it('says ready, hands out the addresses, brings back what dies on the same ports, and ends in order', async () => {
    const program = start();
    expect(await program.ready()).toBe(`ready http://127.0.0.1:${ports.PORT}`);
    const api = await ask(ports.PORT);
    expect(api).toMatchObject({
      WEBHOOK_TARGETS: 'any',
      DATA_DIR: dataDir,
      LEASH: 'stdin',
      PLATFORM_API_URL: `http://127.0.0.1:${ports.SIMULATORS_PORT}/platform/v5`,
    });

    const second = start(undefined, { PORT: String(await findFreePort()), SIMULATORS_PORT: String(await findFreePort()) });
    expect(await second.ended).toBe(1);
    expect(second.stderr).toEqual([`DATA_DIR ${dataDir} is in use by another start (process ${program.process.pid})`]);

    const postgres = processesOf(dataDir).find(({ command }) => command.includes('bin/postgres -D'));
    process.kill(postgres?.pid ?? NaN, 'SIGKILL');
    process.kill(Number(api.pid), 'SIGKILL');
    const again = await within(120_000, 'another api', async () => {
      const answer = await ask(ports.PORT);
      return answer.pid === api.pid ? undefined : answer;
    });
    expect(again).toMatchObject({ DATABASE_URL: api.DATABASE_URL, NATS_URL: api.NATS_URL });

    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    await noProcessOf(dataDir);
    expect(program.stdout).toEqual([`ready http://127.0.0.1:${ports.PORT}`]);
    expect(readFileSync(join(dataDir, 'ends'), 'utf8')).toBe('the database still listened\n');
  });

  it('leaves nothing behind when it is killed, not even the stubborn, and starts again', async () => {
    const program = start(['api:tiny-service', 'worker:stubborn-service']);
    await program.ready();
    program.process.kill('SIGKILL');
    await noProcessOf(dataDir);
    const again = start();
    await again.ready();
    killProcessesOf(dataDir);
    await again.ended;
    const third = start();
    await third.ready();
    third.process.kill('SIGINT');
    expect(await third.ended).toBe(0);
    await noProcessOf(dataDir);
  });

  it('ends when the npm that started it is killed', async () => {
    // As npm does it: a node process that runs a script by `sh -c`, with its name in the environment.
    const launcher = `require('node:child_process').spawn('/bin/sh', ['-c', process.argv[1] + '; true'], { stdio: 'inherit' })`;
    const script = `${process.execPath} scripts/run.mjs test/operations/standalone/host.main api:tiny-service`;
    const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false', ...ports, npm_lifecycle_event: 'start' };
    const program = startCommand([process.execPath, '-e', launcher, script], settings);
    await program.ready();
    program.process.kill('SIGKILL');
    await noProcessOf(dataDir);
    expect(readFileSync(join(dataDir, 'ends'), 'utf8')).toBe('the database still listened\n');
  });

  it('gives up in one line on a service that fails again and again', async () => {
    const program = start(['api:tiny-service', 'worker:failing-service'], { LOG_LEVEL: 'silent' });
    expect(await program.ended).toBe(1);
    expect(program.stderr.filter((line) => !line.startsWith('{'))).toEqual(['worker fails again and again (exit 7): no light']);
    await noProcessOf(dataDir);
  });

  it('answers a taken port and a broken setting with one line each and starts nothing', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(Number(ports.SIMULATORS_PORT), '127.0.0.1', listening));
    const taken = start();
    expect(await taken.ended).toBe(1);
    expect(taken.stderr).toEqual([`SIMULATORS_PORT ${ports.SIMULATORS_PORT} is taken by another program`]);
    other.close();
    const broken = start(undefined, { PACING_ACCOUNT: 'fast' });
    expect(await broken.ended).toBe(1);
    expect(broken.stderr).toHaveLength(1);
    expect(broken.stderr[0]).toContain('PACING_ACCOUNT');
    const noFolder = start(undefined, { DATA_DIR: '/dev/null/x' });
    expect(await noFolder.ended).toBe(1);
    expect(noFolder.stderr).toEqual(['DATA_DIR /dev/null/x cannot be used (ENOTDIR)']);
    expect([...taken.stdout, ...broken.stdout, ...processesOf(dataDir)]).toEqual([]);
  });
});
