import { seededRandom } from '@pps/kernel/testing';
import { PinClients } from './pin-clients';
import type { Parts } from './parts';
import { startPacerProcess, startTimersProcess, startWorkerProcess } from './processes';
import { draft } from './simulate';
import type { Violation } from './violations';
import { noTroubles } from './virtual-platform';
import { World } from './world';

const rates = { account: { capacity: 6, refillPerSecond: 2 }, global: { capacity: 10, refillPerSecond: 20 } };
const pins = 240;
const begin = Date.parse('2026-11-20T10:00:00.000Z');
const overdueAfterMs = 60_000;
const watchedForMs = 60 * 60_000;
const troubles = { ...noTroubles, rateLimited: 0.02, failsBefore: 0.03, failsAfter: 0.03, dropsAnswer: 0.03, refused: 0.01 };

/** A short simulation with these parts put in, up to the first promise that is broken; clocks are not set and no leader is taken over in it. */
export async function troubledWorld(parts: Partial<Parts> = {}, seed = 1): Promise<Violation | undefined> {
  const random = seededRandom(seed);
  const world = new World({ rates, random, begin, workers: 4, startWorkerProcess, overdueAfterMs, parts });
  const { time, invariants } = world;
  const clients = new PinClients(world);
  startPacerProcess(world);
  startTimersProcess(world);
  world.platform.troubles = troubles;
  Object.assign(world.work, { loses: 0.05, repeats: 0.05 });
  let asked = 0;
  const arrive = () => {
    for (let left = 20; left > 0; left -= 1) clients.create(draft(asked++, random));
    if (asked % 40 === 0) clients.dieAtNext();
    if (asked % 60 === 0) world.replaceWorker((asked / 60) % 4);
    if (asked < pins) time.after(300, arrive);
  };
  arrive();
  const isDrained = () => asked === pins && invariants.pins.open.size === 0 && invariants.quota.isSettled && clients.isIdle;
  await world.run(() => isDrained() || time.now > watchedForMs || invariants.violations.count > 0);
  if (invariants.violations.count === 0) invariants.finally(clients.accepted);
  return invariants.violations.first[0];
}
