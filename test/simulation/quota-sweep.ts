import { quotaReleasing } from '@pps/billing';
import type { QuotaConsumed, QuotaEntry } from '@pps/billing/events';
import { ReleaseQuotaHandler } from '@pps/billing/testing';
import type { Origin, RecordedFact } from '@pps/event-store';
import { abandonPin, entriesSettledBy } from '@pps/pins/testing';
import { pinStream } from '@pps/pins/events';
import { VirtualProcess } from './virtual-process';
import type { World } from './world';

const settling = ['PinQueued', 'PinAbandoned', 'PinRetryRequested'];
const sweepAfterMs = 60_000;
/** Where nothing is to be done, it is looked for so often at least. */
const idleMs = 60_000;

export type SweptWorld = Pick<World, 'time' | 'clock' | 'onFact' | 'runnerOf'>;

interface Unsettled {
  readonly entry: QuotaEntry;
  readonly owner: Pick<Origin, 'projectId' | 'epoch'>;
  readonly at: number;
}

/** Abandons units that no pin has confirmed within a minute, and releases what was given back. */
export function startQuotaSweep(world: SweptWorld): void {
  void abandonUnsettled(world);
  void releaseGivenBack(world);
}

async function abandonUnsettled(world: SweptWorld): Promise<void> {
  const unsettled = new Map<string, Unsettled>();
  let wake = () => undefined as void;
  world.onFact((fact) => {
    if (fact.type === 'QuotaConsumed') {
      const { projectId = '', epoch = 0 } = fact.metadata;
      const [at, owner] = [world.time.now, { projectId, epoch }];
      for (const entry of (fact.data as QuotaConsumed['data']).entries) unsettled.set(entry.entryId, { entry, owner, at });
      wake();
    }
    if (settling.includes(fact.type)) for (const entryId of entriesSettledBy(fact as never)) unsettled.delete(entryId);
  });
  const process = new VirtualProcess(world.time);
  const runner = world.runnerOf(process);
  for (;;) {
    if (unsettled.size === 0) await Promise.race([process.sleep(idleMs), new Promise<void>((resolve) => (wake = resolve))]);
    await process.sleep(5_000);
    for (const [entryId, { entry, owner, at }] of unsettled) {
      if (at > world.time.now - sweepAfterMs) break;
      const occurredAt = world.clock().toISOString();
      const origin: Origin = { ...owner, actor: { type: 'system' }, occurredAt };
      const abandoned = { pinId: entry.pinId, month: entry.at.slice(0, 7), entryId, at: occurredAt };
      const { facts } = await runner.run(pinStream, entry.pinId, origin, (state) => abandonPin(abandoned, state));
      if (facts.length === 0) unsettled.delete(entryId);
    }
  }
}

async function releaseGivenBack(world: SweptWorld): Promise<void> {
  const process = new VirtualProcess(world.time);
  const handler = new ReleaseQuotaHandler(world.runnerOf(process));
  const bus = { execute: (command: Parameters<ReleaseQuotaHandler['execute']>[0]) => handler.execute(command) };
  const releasing = quotaReleasing(bus as never, world.clock);
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
