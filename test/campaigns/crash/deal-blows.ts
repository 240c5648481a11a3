import { setTimeout as delay } from 'node:timers/promises';
import type { Blow, Target } from './blow-plan';
import type { Installation } from '../installation/installation';

export interface Dealt {
  readonly kills: number;
  readonly freezes: number;
  readonly killsOf: Readonly<Record<string, number>>;
  /** What the starts took that followed a kill of everything and were let through. */
  readonly restartsMs: readonly number[];
}

const backWithinMs = 120_000;

/** Deals the blows one after the other; who is frozen is woken while others are hit. Throws when a process does not come back within 2 min. */
export async function dealBlows(service: Installation, plan: readonly Blow[], log: (line: string) => void): Promise<Dealt> {
  const restartsMs: number[] = [];
  const killsOf: Record<string, number> = {};
  const wakings: Promise<void>[] = [];
  const begun = performance.now();
  const say = (line: string) => log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s ${line}`);
  const count = (name: string) => void (killsOf[name] = (killsOf[name] ?? 0) + 1);
  for (const blow of plan) {
    await delay(blow.afterMs);
    if (blow.kind === 'kill-everything') {
      const killed = await service.killAll();
      count('everything');
      if (blow.againAfterMs !== null) {
        service.beginStart();
        await delay(blow.againAfterMs);
        await service.killAll();
      }
      restartsMs.push(await service.start());
      say(`everything killed, ${killed} processes, back after ${Math.round(restartsMs.at(-1) ?? 0)} ms`);
    } else if (blow.kind === 'kill') {
      (await living(service, blow.target)).kill();
      count(blow.target);
      say(`${blow.target} killed`);
    } else {
      const process = await living(service, blow.target);
      process.freeze();
      wakings.push(delay(blow.forMs).then(() => process.wake()));
      say(`${blow.target} frozen for ${blow.forMs} ms`);
    }
  }
  await Promise.all(wakings);
  const freezes = plan.filter(({ kind }) => kind === 'freeze').length;
  return { kills: plan.length - freezes, freezes, killsOf, restartsMs };
}

/** One that was hit a moment ago has to come back first. */
async function living(service: Installation, target: Target) {
  for (const deadline = performance.now() + backWithinMs; performance.now() < deadline; await delay(20)) {
    const process = service.processOf(target);
    if (process) return process;
    if (service.hasEnded()) throw new Error(`the service gave up: ${service.lastWords().at(-1) ?? 'it said nothing'}`);
  }
  throw new Error(`the ${target} did not come back within ${backWithinMs} ms`);
}
