import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { serviceLogs } from '../../setup/jest/service-logs';
import { patientSettings } from '../../setup/patient-settings';

export interface StartedProgram {
  readonly process: ChildProcess;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Resolves with the `ready` line; rejects when the program ends before or after 2 minutes. */
  ready(): Promise<string>;
}

const root = resolve(__dirname, '../../..');

/** Runs an entry of this project as a user's shell would, with settings beside a plain environment. */
export function startProgram(entry: string, args: readonly string[], settings: Record<string, string>): StartedProgram {
  return startCommand([process.execPath, resolve(root, 'scripts/run.mjs'), entry, ...args], settings);
}

/** Runs a command, `['npm', 'start']`, in the project's folder or in that of another checkout. */
export function startCommand([command = '', ...args]: readonly string[], settings: Record<string, string>, folder = root): StartedProgram {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...patientSettings, ...settings };
  const child = spawn(command, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  serviceLogs.watch(stderr);
  const ended = new Promise<number | NodeJS.Signals>((done) => child.once('close', (code, signal) => done(code ?? signal ?? -1)));
  let onReady: (line: string) => void;
  const readyLine = new Promise<string>((done) => (onReady = done));
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout.push(line);
    if (line.startsWith('ready ')) onReady(line);
  });
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line));
  const ready = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>(
      (_, fail) => (timer = setTimeout(() => fail(new Error(`no ready line: ${stderr.slice(-5).join('\n')}`)), 120_000)),
    );
    const early = ended.then((how) => Promise.reject(new Error(`ended (${how}) before it was ready: ${stderr.slice(-5).join('\n')}`)));
    return Promise.race([readyLine, late, early]).finally(() => clearTimeout(timer));
  };
  return { process: child, stdout, stderr, ended, ready };
}
