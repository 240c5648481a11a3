import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runToEnd } from '../sdk/package-folder';

export interface PpsOutcome {
  readonly code: number | NodeJS.Signals;
  readonly out: string;
  readonly err: string;
}

/** One that runs; `out` and `err` grow. */
export interface StartedPps extends PpsOutcome {
  readonly ended: Promise<PpsOutcome>;
  send(signal: NodeJS.Signals): void;
}

export interface Pps {
  /** A home of its own: profiles and state are here. */
  readonly home: string;
  readonly main: string;
  /** Runs it to its end, with settings beside a plain environment. */
  run(args: readonly string[], settings?: Readonly<Record<string, string>>, input?: string | Buffer): Promise<PpsOutcome>;
  start(args: readonly string[], settings?: Readonly<Record<string, string>>): StartedPps;
  environment(settings?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
  remove(): void;
}

/** Bundles the command line, as it is published, into a folder of its own. */
export function bundledPps(): Pps {
  const home = mkdtempSync(join(tmpdir(), 'pps-'));
  runToEnd(process.execPath, [resolve('scripts/sdk/bundle-cli.mjs'), join(home, 'bundle')], resolve('.'));
  const main = join(home, 'bundle', 'main.js');
  const environment = (settings = {}): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: home, ...settings });
  return {
    ...{ home, main, environment },
    start: (args, settings) => start(spawn(process.execPath, [main, ...args], { env: environment(settings) })),
    run: (args, settings, input = '') => {
      const child = spawn(process.execPath, [main, ...args], { env: environment(settings), timeout: 240_000 });
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      return start(child).ended;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function start(child: ChildProcessWithoutNullStreams): StartedPps {
  const started = { code: -1 as PpsOutcome['code'], out: '', err: '', send: (signal: NodeJS.Signals) => void child.kill(signal) };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (started.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (started.err += part));
  const ended = new Promise<PpsOutcome>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => done(Object.assign(started, { code: code ?? signal ?? -1 })));
  });
  return Object.assign(started, { ended });
}
