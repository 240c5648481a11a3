import { quotaReleasing } from '@pps/billing';
import type { RecordedFact } from '@pps/event-store';
import { quotaSettling } from '@pps/pins';
import { sweepQuota, type UnsettledQuota, type UnsettledUnit } from '@pps/pins/testing';
import { unsettledInMemory } from './unsettled-in-memory';
import { VirtualProcess } from './virtual-process';
import type { World } from './world';

const unsettledForMs = 60_000;
/** Where nothing is to be done, it is looked for so often at least. */
const idleMs = 60_000;

export type SweptWorld = Pick<World, 'time' | 'clock' | 'onFact' | 'streamsOf'>;

/** The real sweep of units that no pin has confirmed within a minute, and the release of what was given back. */
export function startQuotaSweep(world: SweptWorld): void {
  void abandonUnsettled(world);
  void releaseGivenBack(world);
}

async function abandonUnsettled(world: SweptWorld): Promise<void> {
  const units = new Map<string, UnsettledUnit>();
  const store = unsettledInMemory(units);
  // By a clock that nobody sets: the sweep is as much later as the clock of its host is behind the one of the request's.
  const startsAt = world.clock().getTime() - world.time.now;
  const clock = () => new Date(startsAt + world.time.now);
  const notedNow = (unit: UnsettledUnit) => ({ ...unit, reservedAt: clock().toISOString() });
  const unsettled: UnsettledQuota = { ...store, note: (noted, settled) => store.note(noted.map(notedNow), settled) };
  const settling = quotaSettling(unsettled);
  let wake = () => undefined as void;
  world.onFact((fact) => {
    if (!settling.handles.includes(fact.type)) return;
    void settling.react([fact], null);
    if (fact.type === 'QuotaConsumed') wake();
  });
  const process = new VirtualProcess(world.time);
  const deps = { unsettled, streams: world.streamsOf(process), clock, unsettledForMs, onError: () => undefined };
  for (;;) {
    if (units.size === 0) await Promise.race([process.sleep(idleMs), new Promise<void>((resolve) => (wake = resolve))]);
    await process.sleep(5_000);
    await sweepQuota(deps);
  }
}

async function releaseGivenBack(world: SweptWorld): Promise<void> {
  const process = new VirtualProcess(world.time);
  const releasing = quotaReleasing({ streams: world.streamsOf(process), clock: world.clock });
  const givenBack: RecordedFact[] = [];
  let wake = () => undefined as void;
  world.onFact((fact) => {
    if (!releasing.handles.includes(fact.type)) return;
    givenBack.push(fact);
    wake();
  });
  for (;;) {
    if (givenBack.length === 0) await Promise.race([process.sleep(idleMs), new Promise<void>((resolve) => (wake = resolve))]);
    await process.sleep(1_000);
    for (const fact of givenBack.splice(0)) await releasing.react([fact, fact], null);
  }
}
