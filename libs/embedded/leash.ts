import { spawn, type ChildProcess } from 'node:child_process';

/** The first signal for a held process; `none`: it notices our end without one and is only killed when it takes too long. */
export type LeashSignal = NodeJS.Signals | 'none';

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
export function hold(pid: number, signal: LeashSignal): void {
  held.set(pid, signal);
  if (watcher) sendToWatcher(`hold ${pid} ${signal.replace(/^SIG/, '')}`);
  else startWatcher();
}

/** The process ended: its pid may soon be a stranger's. */
export function release(pid: number): void {
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
