import { pause, withTimeout } from '@pps/concurrency';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Run {
  readonly child: ChildProcess;
  said(text: string): Promise<void>;
  ended(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const runs: ChildProcess[] = [];

function run(behaviour: string, environment: Record<string, string> = {}): Run {
  const env = { ...process.env, PORT: '0', SHUTDOWN_GRACE: '60s', ...environment };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'libs/runtime/lifecycle/tiny-host.fixture', behaviour], { env });
  runs.push(child);
  let output = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    said: (text) =>
      withTimeout(
        new Promise<void>((resolve, reject) => {
          const check = () => (output + stderr).includes(text) && resolve();
          child.stdout.on('data', check);
          child.stderr.on('data', check);
          void exit.then(() => reject(new Error(`ended without saying "${text}": ${stderr}`)));
          check();
        }),
        120_000,
        `"${text}" of ${behaviour}`,
      ),
    ended: async () => ({ code: await withTimeout(exit, 120_000, `end of ${behaviour}`), stderr }),
  };
}

afterAll(() => runs.forEach((child) => child.kill('SIGKILL')));

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it in order, exit 0', async (signal) => {
  const host = run('plain');
  await host.said('"msg":"started"');
  host.child.kill(signal);
  const { code, stderr } = await host.ended();
  expect(code).toBe(0);
  expect(stderr).toMatch(/"stopping".*"closing".*"stopped"/s);
});

test('a host that must not go on stops in order, exit 1', async () => {
  const { code, stderr } = await run('fails').ended();
  expect(code).toBe(1);
  expect(stderr).toMatch(/"started".*commits lost.*"closing".*"stopped"/s);
});

test('notes what it is at, and a file that it cannot write ends it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'heartbeat-')), 'heartbeat');
  const host = run('never-stops', { HEARTBEAT_FILE: file });
  await host.said('"msg":"started"');
  await noted(file, 'started');
  utimesSync(file, 1, 1);
  await until('a new time', () => statSync(file).mtimeMs > 1_000);
  host.child.kill('SIGTERM');
  await noted(file, 'stopping');
  host.child.kill('SIGTERM');
  await host.ended();
  rmSync(dirname(file), { recursive: true });
  const { code, stderr } = await run('plain', { HEARTBEAT_FILE: file }).ended();
  expect([code, stderr]).toEqual([1, expect.stringContaining('tiny: HEARTBEAT_FILE cannot be written: ENOENT\n')]);
});

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`did not come: ${what}`);
    await pause(20);
  }
}

const noted = (file: string, state: string) => until(`"${state}" in the file`, () => readFileSync(file, 'utf8') === `${state}\n`);

test('a second signal ends it at once', async () => {
  const host = run('never-stops', { SHUTDOWN_GRACE: '60s' });
  await host.said('"msg":"started"');
  host.child.kill('SIGTERM');
  await host.said('"msg":"closing"');
  host.child.kill('SIGINT');
  expect((await host.ended()).code).toBe(1);
});

test('one that does not stop within the grace is ended, exit 1', async () => {
  const host = run('never-stops', { SHUTDOWN_GRACE: '300ms' });
  await host.said('"msg":"started"');
  host.child.kill('SIGTERM');
  expect((await host.ended()).code).toBe(1);
});

test('one that is still starting gives up, exit 0', async () => {
  const host = run('slow-start');
  await host.said('"msg":"starting"');
  host.child.kill('SIGTERM');
  const { code, stderr } = await host.ended();
  expect([code, stderr]).toEqual([0, expect.stringContaining('"reason":"SIGTERM"')]);
});

test('with LEASH=stdin it ends when its parent lets go of stdin, without it does not care', async () => {
  const leashed = run('plain', { LEASH: 'stdin' });
  const free = run('plain');
  await Promise.all([leashed.said('"msg":"started"'), free.said('"msg":"started"')]);
  leashed.child.stdin?.end();
  free.child.stdin?.end();
  expect((await leashed.ended()).code).toBe(0);
  expect(free.child.exitCode).toBeNull();
});

test('a broken setting, a taken port and a start that cannot be are one line, exit 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as AddressInfo).port);
  const quiet = { LOG_LEVEL: 'silent' };
  const broken = run('plain', { ...quiet, PORT: 'x' });
  const late = run('plain', { ...quiet, PORT: port });
  const other = run('cannot-start', quiet);
  expect(await broken.ended()).toEqual({ code: 1, stderr: 'tiny: broken setting: PORT is "x", expected a port number from 0 to 65535\n' });
  expect(await late.ended()).toEqual({ code: 1, stderr: `tiny: port ${port} is taken by another program; end it or set another PORT\n` });
  expect(await other.ended()).toEqual({ code: 1, stderr: 'tiny: the data was written with other keys\n' });
  taken.close();
});

test.each([
  ['throws', 'uncaughtException'],
  ['rejects', 'unhandledRejection'],
])('what nobody caught (%s) is logged as fatal, exit 1', async (behaviour, message) => {
  const { code, stderr } = await run(behaviour).ended();
  expect(code).toBe(1);
  const fatal = stderr.split('\n').find((line) => line.includes('"fatal"')) ?? '{}';
  expect(JSON.parse(fatal)).toMatchObject({ msg: message, err: { message: 'a bug', stack: expect.stringContaining('tiny-host.fixture') } });
});
