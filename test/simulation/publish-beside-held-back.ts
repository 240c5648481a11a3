import type { PacingRates } from '@pps/pins';
import { seededRandom } from '../campaigns/traffic/seeded-random';
import { PinClients } from './pin-clients';
import { startPacerProcess, startTimersProcess, startWorkerProcess } from './processes';
import type { Violation } from './violations';
import { World } from './world';

export interface HealthyPublishing {
  /** From the first fact of a pin to the last publication of the healthy tenant, in virtual milliseconds. */
  readonly tookMs: number;
  /** Grants that the pins of the other tenant got. */
  readonly grantsOfOther: number;
  readonly violations: readonly Violation[];
}

const rates: PacingRates = { account: { capacity: 1_000, refillPerSecond: 100 }, global: { capacity: 20, refillPerSecond: 40 } };
const begin = Date.parse('2026-11-20T10:00:00.000Z');
const [accounts, boards] = [4, 8];
const overAfterMs = 30 * 60_000;

/**
 * One tenant publishes so many healthy pins while another one has so many on accounts that need a new consent of their user; by the real pacing
 * and publishing, in virtual time.
 */
export async function publishBesideHeldBack(healthy: number, heldBack: number): Promise<HealthyPublishing> {
  const random = seededRandom(1);
  const world = new World({ rates, random, begin, workers: 4, startWorkerProcess });
  const { time, invariants } = world;
  const clients = new PinClients(world);
  startPacerProcess(world);
  startTimersProcess(world);
  for (let account = 0; account < accounts; account += 1) world.needsConsent.add(`other-${account}`);
  let published = 0;
  let [grantsOfOther, tookMs] = [0, Infinity];
  world.onFact((fact) => {
    if (fact.type === 'PinPublishAttemptStarted' && fact.metadata.projectId === 'other') grantsOfOther += 1;
    if (fact.type !== 'PinPublished' || ++published < healthy) return;
    tookMs = time.now;
  });
  const create = (projectId: string, pin: number) => {
    const accountId = `${projectId}-${pin % accounts}`;
    const boardId = `${accountId}-board-${Math.floor(pin / accounts) % boards}`;
    clients.create({ key: `${projectId} ${pin}`, projectId, accountId, boardId, title: `${projectId} ${pin}` });
  };
  for (let pin = 0; pin < heldBack; pin += 1) create('other', pin);
  for (let pin = 0; pin < healthy; pin += 1) create('healthy', pin);
  await world.run(() => published === healthy || time.now > overAfterMs);
  return { tookMs, grantsOfOther, violations: invariants.violations.first };
}
