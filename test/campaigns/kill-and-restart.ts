import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './installation';
import type { KillMoment } from './kill-plan';

const creationsStuckMs = 60_000;

/** Kills everything at each moment and starts it again; gives the milliseconds that the starts took which were let through. */
export async function killAndRestart(
  service: Installation,
  plan: readonly KillMoment[],
  begun: () => number,
  log: (line: string) => void,
): Promise<number[]> {
  const restartsMs: number[] = [];
  for (const [index, moment] of plan.entries()) {
    if (moment.kind === 'working') await reached(moment.afterCreations, begun);
    else service.beginStart();
    await delay(moment.afterMs);
    const killed = await service.killAll();
    const during = moment.kind === 'working' ? `${begun()} creations` : `a start, ${begun()} creations`;
    const isNextInStart = plan[index + 1]?.kind === 'starting';
    if (!isNextInStart) restartsMs.push(await service.start());
    const restart = isNextInStart ? '' : `, back after ${Math.round(restartsMs.at(-1) ?? 0)} ms`;
    log(`kill ${index + 1} during ${during}: ${killed} processes${restart}`);
  }
  return restartsMs;
}

async function reached(creations: number, begun: () => number): Promise<void> {
  const deadline = performance.now() + creationsStuckMs;
  while (begun() < creations) {
    if (performance.now() > deadline) throw new Error(`only ${begun()} of ${creations} creations have begun: the service answers nothing`);
    await delay(5);
  }
}
