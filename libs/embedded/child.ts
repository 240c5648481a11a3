import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { hold, release } from './leash';

export type LineLog = (line: string) => void;

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly pid: number;
  /** Resolves, never rejects, when the process has ended. */
  readonly ended: Promise<ChildEnd>;
  /** Sends a signal if it still runs. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it: `stopSignal`, after `graceMs` SIGKILL. Resolves when it is gone; may be called twice. */
  stop(graceMs?: number): Promise<void>;
}

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stopSignal: NodeJS.Signals;
  readonly stdout: LineLog;
  readonly stderr: LineLog;
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
  /** The child keeps our pipe as its standard input and ends by itself when that closes; else it reads nothing. */
  readonly inputLeash?: boolean;
}

/**
 * Starts a process in a session of its own (a Ctrl-C reaches only us) that cannot outlive us.
 * The shell in front waits until the leash holds, then becomes the command: the pid stays the same.
 */
export function startChild(options: ChildOptions): Child {
  const { command, args, env, stopSignal, inputLeash = false, uid, gid, cwd = '/' } = options;
  // Whatever a child writes is for its own user.
  const script = inputLeash
    ? 'umask 077; read -r go || exit 0; exec "$0" "$@"'
    : 'umask 077; read -r go || exit 0; exec "$0" "$@" </dev/null';
  const who = { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) };
  const child = spawn('/bin/sh', ['-c', script, command, ...args], { env, cwd, stdio: 'pipe', detached: true, ...who });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  child.stdin.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${command} cannot be started.`);
  const { pid } = child;
  hold(pid, inputLeash ? 'none' : stopSignal);
  void ended.then(() => release(pid));
  child.stdin.write('go\n');
  if (!inputLeash) child.stdin.end();
  eachLine(child.stdout, options.stdout);
  eachLine(child.stderr, options.stderr);

  const stop = async (graceMs = 10_000) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(stopSignal);
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  };
  return { pid, ended, stop, kill: (signal) => void child.kill(signal) };
}

function eachLine(stream: Readable, log: LineLog): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', log);
}
