import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { connect, requestToken, send } from './testing';

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'simulators-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function launch(environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(process.cwd(), 'scripts/run.mjs'), 'apps/simulators/main'], {
    env: { ...process.env, DATA_DIR: dataDir, SIMULATORS_PORT: '0', SMTP_PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (stream === null) throw new Error('The process has no output');
  const [line] = (await once(createInterface({ input: stream }), 'line', { signal: AbortSignal.timeout(120_000) })) as [string];
  return line;
}

async function listening(child: ChildProcess): Promise<string> {
  const line = await firstLine(child.stdout);
  expect(line).toMatch(/^listening http:\/\/127\.0\.0\.1:\d+$/);
  return line.slice('listening '.length);
}

test('everything acknowledged survives kill -9', async () => {
  const child = launch();
  const url = await listening(child);
  const user = await connect(url, 'ann');
  const control = (path: string, body: unknown) => send('POST', `${url}/platform/_control/${path}`, body);
  await control('boards', { username: 'ann', id: '42', name: 'Forty-two' });
  await control('faults', { operation: 'boards.create', status: 503, times: 2 });
  await control('settings', { read_lag_ms: 5 });
  await user.call('POST', '/boards', { name: 'refused' });
  const media_source = { source_type: 'image_url', url: 'https://e.com/a.jpg' };
  const acknowledged: string[] = [];
  const exited = once(child, 'exit');
  const writer = async (name: number) => {
    for (let n = 0; n < 1_000; n += 1) {
      const { json } = await user.call('POST', '/pins', { board_id: '42', title: `pin ${name} ${n}`, media_source });
      acknowledged.push(json.id);
      if (acknowledged.length === 40) child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, (_, name) => writer(name)));
  await exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);

  const again = await listening(launch());
  const rows = (await send('GET', `${again}/platform/_control/pins`)).json;
  const ids = rows.map((row: { id: string }) => row.id);
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  const authorization = `Bearer ${user.accessToken}`;
  const board = await send('GET', `${again}/platform/v5/boards/42`, undefined, { authorization });
  expect(board.json).toMatchObject({ name: 'Forty-two', pin_count: ids.length });
  expect((await send('GET', `${again}/platform/_control/faults`)).json).toMatchObject([{ operation: 'boards.create', times: 1 }]);
  expect((await send('GET', `${again}/platform/_control/settings`)).json.read_lag_ms).toBe(5);
  expect((await requestToken(again, { grant_type: 'refresh_token', refresh_token: user.refreshToken })).status).toBe(200);
  const next = await send('POST', `${again}/platform/v5/pins`, { board_id: '42', title: 'next', media_source }, { authorization });
  expect(ids).not.toContain(next.json.id);
});

test('mail that was accepted survives kill -9', async () => {
  const child = launch();
  const url = await listening(child);
  const { smtp_port: port } = (await send('GET', `${url}/mail/settings`)).json;
  const transport = createTransport({ host: '127.0.0.1', port, secure: false });
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'stored', text: 'x' });
  transport.close();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const again = await listening(launch());
  expect((await send('GET', `${again}/mail/messages?to=b@example.com`)).json).toMatchObject([{ subject: 'stored' }]);
});

test('SIGTERM, and with a lease the end of standard input, end it with code 0', async () => {
  const plain = launch();
  await listening(plain);
  plain.stdin?.end();
  plain.kill('SIGTERM');
  expect(await once(plain, 'exit', { signal: AbortSignal.timeout(120_000) })).toEqual([0, null]);
  const leased = launch({ LEASH: 'stdin' });
  await listening(leased);
  leased.stdin?.end();
  expect(await once(leased, 'exit', { signal: AbortSignal.timeout(120_000) })).toEqual([0, null]);
});

test('a taken port is one line and code 1', async () => {
  const url = await listening(launch());
  const second = launch({ SIMULATORS_PORT: new URL(url).port, DATA_DIR: join(dataDir, 'second') });
  const exited = once(second, 'exit', { signal: AbortSignal.timeout(120_000) });
  expect(await firstLine(second.stderr)).toMatch(/^simulators cannot start: .*EADDRINUSE/);
  expect(await exited).toEqual([1, null]);
});
