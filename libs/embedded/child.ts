import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';

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
  /** The path of a network namespace that it is to live in (Linux, as root, with util-linux's `nsenter`); absent: ours. */
  readonly networkNamespace?: string | undefined;
}

/**
 * Starts a process in a session of its own (a Ctrl-C reaches only us) that cannot outlive us.
 * The shell in front waits until the leash holds, then becomes the command: the pid stays the same.
 */
export function startChild(options: ChildOptions): Child {
  const { command, args, env, stopSignal, inputLeash = false, cwd = '/' } = options;
  // Whatever a child writes is for its own user.
  const script = inputLeash
    ? 'umask 077; read -r go || exit 0; exec "$0" "$@"'
    : 'umask 077; read -r go || exit 0; exec "$0" "$@" </dev/null';
  const { program, before, who } = shellOf(options);
  const child = spawn(program, [...before, '-c', script, command, ...args], { env, cwd, stdio: 'pipe', detached: true, ...who });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  child.stdin.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${command} cannot be started by ${program}.`);
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

/** `nsenter` enters as root, so it changes the user itself; then it becomes the shell. */
function shellOf({ uid, gid, networkNamespace }: ChildOptions) {
  if (networkNamespace === undefined)
    return { program: '/bin/sh', before: [], who: { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) } };
  const user = [...(uid === undefined ? [] : [`--setuid=${uid}`]), ...(gid === undefined ? [] : [`--setgid=${gid}`])];
  return { program: 'nsenter', before: [`--net=${networkNamespace}`, ...user, '--', '/bin/sh'], who: {} };
}

function eachLine(stream: Readable, log: LineLog): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', log);
}

/** The first signal for a held process; `none`: it notices our end without one and is only killed when it takes too long. */
type LeashSignal = NodeJS.Signals | 'none';

const held = new Map<number, LeashSignal>();
let watcher: ChildProcess | undefined;

// A shell that outlives us for a moment: its input ends when we die, by kill -9 too, and then it ends the processes it holds.
const script = `
trap '' INT TERM HUP QUIT
held=''
while read -r verb pid signal; do
  rest=''
  for entry in $held; do [ "\${entry%%:*}" = "$pid" ] || rest="$rest $entry"; done
  held="$rest"
  [ "$verb" = hold ] && held="$held $pid:$signal"
done
for entry in $held; do
  [ "\${entry#*:}" = none ] || kill -s "\${entry#*:}" "\${entry%%:*}" 2>/dev/null
done
round=0
while [ $round -lt 60 ]; do
  alive=''
  for entry in $held; do kill -0 "\${entry%%:*}" 2>/dev/null && alive=yes; done
  [ -z "$alive" ] && exit 0
  sleep 0.1
  round=$((round + 1))
done
for entry in $held; do kill -s KILL "\${entry%%:*}" 2>/dev/null; done
`;

/** From now on the process is sent `signal` (and SIGKILL 6 s later) when this process dies, however it dies. */
function hold(pid: number, signal: LeashSignal): void {
  held.set(pid, signal);
  if (watcher) sendToWatcher(`hold ${pid} ${signal.replace(/^SIG/, '')}`);
  else startWatcher();
}

/** The process ended: its pid may soon be a stranger's. */
function release(pid: number): void {
  if (!held.delete(pid)) return;
  sendToWatcher(`free ${pid} -`);
  if (held.size === 0) stopWatcher();
}

function startWatcher(): void {
  const shell = spawn('/bin/sh', ['-c', script, 'leash'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  shell.stdin.on('error', () => undefined);
  shell.once('exit', () => {
    if (watcher !== shell) return;
    watcher = undefined;
    if (held.size > 0) startWatcher();
  });
  shell.once('error', () => undefined);
  shell.unref();
  watcher = shell;
  for (const [pid, signal] of held) sendToWatcher(`hold ${pid} ${signal.replace(/^SIG/, '')}`);
}

function sendToWatcher(line: string): void {
  watcher?.stdin?.write(`${line}\n`);
}

function stopWatcher(): void {
  watcher?.stdin?.end();
  watcher = undefined;
}
