import { setTimeout as delay } from 'node:timers/promises';
import { processIdentityOf } from './process-identity';

/**
 * Sends the signal to a process that is not our child and waits for its end; SIGKILL after `graceMs`.
 * Throws when it still lives 5 seconds after that.
 */
export async function endProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const identity = processIdentityOf(pid);
  if (identity === undefined) return;
  const waitForEnd = async (withinMs: number) => {
    const until = Date.now() + withinMs;
    while (processIdentityOf(pid) === identity) {
      if (Date.now() >= until) return false;
      await delay(20);
    }
    return true;
  };
  send(pid, signal);
  if (await waitForEnd(graceMs)) return;
  send(pid, 'SIGKILL');
  if (!(await waitForEnd(5_000))) throw new Error(`Process ${pid} does not end.`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
