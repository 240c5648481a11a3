import type { RecordedFact } from '@pps/event-store';
import type { Process } from '@pps/read-store';
import type { ScheduleWorld } from './schedule-world';

/** Runs a process over the facts from now on, each of them twice; what it throws breaks the promise that it does not. */
export function runProcess(world: ScheduleWorld, process: Process<null>): void {
  if (!world.parts.isRunning(process.name)) return;
  const handled: readonly string[] = process.handles;
  const waiting: RecordedFact[] = [];
  let isReacting = false;
  const react = async (): Promise<void> => {
    for (let facts = waiting.splice(0); facts.length > 0; facts = waiting.splice(0))
      await process.react([...facts, ...facts] as never, null);
    isReacting = false;
  };
  world.onFact((fact) => {
    if (!handled.includes(fact.type)) return;
    waiting.push(fact);
    if (isReacting) return;
    isReacting = true;
    world.time.after(world.projectionLagMs, () => {
      void react().catch((error: unknown) => world.violations.broken('process failed', `${process.name}: ${String(error)}`));
    });
  });
}
