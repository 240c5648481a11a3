import { livingProcessOf } from '@pps/embedded';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const killed = ['api', 'orchestrator', 'worker', 'projector'] as const;
const kinds = [...killed, 'frozen api'] as const;

/** Longer than the sweep waits for a pin. */
export const frozenForMs = 3_500;

export interface Disturbance {
  readonly kind: (typeof kinds)[number];
  /** As soon as so many operations have begun. */
  readonly after: number;
}

/** All kinds by round robin, each at a moment of its own. */
export function planDisturbances(random: () => number, count: number, operations: number): Disturbance[] {
  const step = operations / (count + 1);
  return Array.from({ length: count }, (_, index) => ({
    kind: kinds[index % kinds.length] ?? 'api',
    after: Math.floor(step * (index + 0.5 + random())),
  }));
}

/** `kill -9` of a process that is restarted automatically; or an API that is frozen in the middle of its requests and wakes up. */
export async function disturb(dataDir: string, { kind }: Disturbance): Promise<void> {
  const name = kind === 'frozen api' ? 'api' : kind;
  const running = livingProcessOf(join(dataDir, 'run', `${name}.pid`));
  if (!running) return;
  if (kind !== 'frozen api') return void process.kill(running.pid, 'SIGKILL');
  process.kill(running.pid, 'SIGSTOP');
  await delay(frozenForMs);
  process.kill(running.pid, 'SIGCONT');
}
