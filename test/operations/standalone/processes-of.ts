import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Every live process that names the folder in its arguments or environment: all that a start on it has begun (Linux). */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`), environment: read(`/proc/${pid}/environ`) }))
    .filter(({ command, environment }) => command.includes(folder) || environment.includes(folder))
    .map(({ pid, command }) => ({ pid, command }));
}

const withinMs = 120_000;

/** Waits until nothing of the folder lives; throws naming what still does after two minutes. */
export async function noProcessOf(folder: string): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (processesOf(folder).length > 0) {
    if (Date.now() > deadline) throw new Error(`still there: ${JSON.stringify(processesOf(folder))}`);
    await delay(50);
  }
}

/** `kill -9` of each of them; those that end meanwhile are passed over. */
export function killProcessesOf(folder: string): void {
  for (const { pid } of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
