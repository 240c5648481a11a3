import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@pps/embedded';
import { putCluster } from '../../setup/put-cluster';
import { eventually } from '../../setup/eventually';
import { killProcessesOf, noProcessOf } from './processes-of';
import { startCommand, startProgram } from './started-program';

let dataDir: string;
let settings: Record<string, string>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'terminal-'));
  putCluster(dataDir);
  settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()), SIMULATORS_PORT: String(await findFreePort()) };
});

afterEach(async () => {
  killProcessesOf(dataDir);
  await noProcessOf(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

// `script` gives a program a terminal, and writes what it shows.
const onTerminal = (command: string) =>
  startCommand(['script', '-qefc', command, '/dev/null'], { ...settings, TERM: 'xterm', NO_COLOR: '1' });
const start = 'node scripts/run.mjs apps/standalone/main';
/** What stays on the terminal: without what was drawn over, which ends in the middle of a line. */
const shown = (lines: readonly string[]) => lines.map((line) => line.replaceAll('\x1b[2K', '')).filter((line) => !line.startsWith('… '));

/** A machine without time to spare keeps the work queue silent for seconds: a silence that lasts, and its end, are logged. */
const aSlowMachine = /waiting for NATS_URL: NatsError: TIMEOUT|NATS_URL answers after [\d.]+ s/;

describe('npm start on a terminal', () => {
  it('shows where to look and what to do next, and logs that can be read, without its own probes', async () => {
    const program = onTerminal(start);
    const { PORT, SIMULATORS_PORT } = settings;
    const api = `http://127.0.0.1:${PORT}`;
    await eventually('it says what to do next', async () => shown(program.stdout).find((line) => line.includes('next: ')));
    await fetch(`${api}/openapi.json`);
    const logged = /INFO: api: GET \/openapi.json 200, \d+ ms /;
    await eventually('the request is logged', async () => shown(program.stdout).find((line) => logged.test(line)));
    const simulators = `http://127.0.0.1:${SIMULATORS_PORT}`;
    for (const page of [api, `${api}/docs`, `${api}/docs/manual`, `${api}/app`, `${simulators}/platform/`, `${simulators}/mail/`]) {
      const { status } = await fetch(page, { headers: { accept: 'text/html' } });
      expect([page, status]).toEqual([page, 200]);
    }
    program.process.kill('SIGTERM');
    await program.ended;
    await noProcessOf(dataDir);
    const lines = shown(program.stdout);
    const from = lines.indexOf(`ready ${api}`);
    expect(lines.slice(from + 2, from + 7)).toEqual([
      `  API       ${api}, to be tried at /docs`,
      `  manual    ${api}/docs/manual`,
      `  web app   ${api}/app`,
      `  platform  ${simulators}/platform/`,
      `  mailbox   ${simulators}/mail/`,
    ]);
    expect(lines[from + 7]).toMatch(
      /^ {2}database {2}PGPASSWORD=\$\(cat \S+postgres-password\) psql -h 127.0.0.1 -p \d+ -U postgres postgres$/,
    );
    expect(lines[from + 9]).toBe(`  next: PORT=${PORT} npm run demo, in a second terminal. Ctrl-C ends everything.`);
    const text = lines.filter((line) => !aSlowMachine.test(line)).join('\n');
    expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: service: started$/m);
    expect(program.stdout.join('\n')).toMatch(/… starting the (database|event store|service) \(\d+ s\)/);
    expect(text).not.toMatch(/^\{|"level"|^listening |health\/ready|WARN|ERROR/m);
  });

  it('says on its first start that the tables are made', async () => {
    settings = { ...settings, DATA_DIR: join(dataDir, 'new') };
    const program = onTerminal(start);
    await eventually('it says what to do next', async () => shown(program.stdout).find((line) => line.includes('next: ')));
    program.process.kill('SIGTERM');
    await program.ended;
    expect(program.stdout.join('\n')).toMatch(/… making the tables and starting the service \(\d+ s\)/);
  });

  it('is what programs read elsewhere: the ready line alone, and JSON', async () => {
    const program = startProgram('apps/standalone/main', [], settings);
    await program.ready();
    program.process.kill('SIGTERM');
    await program.ended;
    expect(program.stdout).toEqual([`ready http://127.0.0.1:${settings.PORT}`]);
    const logged = program.stderr
      .filter((line) => !line.startsWith('listening ') && !aSlowMachine.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.map(({ host, msg }) => `${String(host)} ${String(msg)}`).sort()).toEqual([
      'api listening',
      'service started',
      'service starting',
      'service stopped',
      'service stopping',
    ]);
  });
});

describe('the command line of npm start', () => {
  const run = async (...args: string[]) => {
    const program = startProgram('apps/standalone/main', args, settings);
    return { code: await program.ended, out: program.stdout.join('\n'), said: program.stderr.join('\n') };
  };

  it('is explained, and nothing starts', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/--no-install[\s\S]+\.env\.example[\s\S]+DATA_DIR/);
    expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  it.each([['--no-instal'], ['--port=3001'], ['extra']])('refuses %s in a clear line before anything runs', async (flag) => {
    const { code, out, said } = await run(flag);
    expect([code, out]).toEqual([2, '']);
    expect(said).toMatch(/^(unknown option '--|too many arguments)/);
    expect(said).toContain('npm start -- --help');
  });
});
