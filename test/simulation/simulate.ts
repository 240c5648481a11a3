import type { PacingRates } from '@pps/pins';
import { seededRandom } from '@pps/kernel/testing';
import { Calamities, usualLosses, type LossRates } from './calamities';
import { PinClients } from './pin-clients';
import type { Violation } from './violations';
import { hopeless } from './virtual-platform';
import { startWorkerProcess } from './processes';
import { World } from './world';

export interface SimulationReport {
  readonly seed: number;
  readonly pins: number;
  /** How many pins came to each end. */
  readonly ends: Readonly<Record<string, number>>;
  readonly unknownOutcomes: number;
  readonly deferrals: number;
  readonly unitsReleased: number;
  /** Offers of work that nobody got, and how much work came back because its worker was killed. */
  readonly offersLost: number;
  readonly broughtAgain: number;
  readonly wipes: number;
  /** Workers killed between spending the tokens and the call. */
  readonly diedAfterClaim: number;
  /** Events of virtual time, after each of which everything that could go on had gone on. */
  readonly steps: number;
  readonly virtualSeconds: number;
  readonly realSeconds: number;
  /** Of every fact and every call, with their times: the same seed gives the same. */
  readonly trace: string;
  readonly violations: readonly Violation[];
}

export interface SimulationOptions {
  readonly losses?: LossRates;
  /** How many times as often as usual clocks are set, leaders taken over, and so on; 1 when absent. */
  readonly timesAsOften?: number;
  /** Called each time so many pins were accepted. */
  readonly onProgress?: (accepted: number, steps: number, violations: number) => void;
}

// Less than what is asked for, so that buckets are empty most of the time; of an account so slow that a single late call shows.
const rates: PacingRates = {
  account: { capacity: 20, refillPerSecond: 3 },
  global: { capacity: 60, refillPerSecond: 50 },
};
// So that a month of quota ends while pins are accepted.
const begin = Date.parse('2026-11-30T23:30:00.000Z');
const [projects, accountsPerProject, boardsPerAccount] = [10, 2, 12];
const waitingAtMost = 400;
const drainedWithinMs = 12 * 60 * 60_000;
const progressEvery = 20_000;

/** Publishes so many pins by the real code in virtual time while everything goes wrong, and says which promises were broken. */
export async function simulate(pins: number, seed: number, options: SimulationOptions = {}): Promise<SimulationReport> {
  const begun = performance.now();
  const random = seededRandom(seed);
  const world = new World({ rates, random, begin, workers: 4, startWorkerProcess });
  const { time, invariants } = world;
  const clients = new PinClients(world);
  const calamities = new Calamities(world, clients, options.losses ?? usualLosses, options.timesAsOften);
  calamities.begin();
  let asked = 0;
  let reported = 0;
  const arrive = () => {
    const burst = world.queue.waiting < waitingAtMost ? Math.min(pins - asked, 1 + Math.floor(random() * 20)) : 0;
    for (let left = burst; left > 0; left -= 1) clients.create(draft(asked++, random));
    if (asked >= reported + progressEvery) options.onProgress?.((reported = asked), time.events, invariants.violations.count);
    // Now and then nobody comes for a while, and buckets fill.
    if (asked < pins) time.after(random() * (random() < 0.002 ? 40_000 : 200), arrive);
    else calamities.end();
  };
  arrive();
  let endsAt = Infinity;
  await world.run(() => {
    if (asked === pins && endsAt === Infinity) endsAt = time.now + drainedWithinMs;
    const isDrained = asked === pins && invariants.pins.open.size === 0 && invariants.quota.isSettled && clients.isIdle;
    return isDrained || time.now > endsAt || invariants.violations.count >= 20;
  });
  invariants.finally(clients.accepted);
  return {
    seed,
    pins: clients.accepted,
    ends: Object.fromEntries([...invariants.pins.ended].sort()),
    unknownOutcomes: invariants.pins.unknownOutcomes,
    deferrals: invariants.pins.deferrals,
    unitsReleased: invariants.quota.released,
    offersLost: world.work.lost,
    broughtAgain: world.work.broughtAgain,
    wipes: calamities.wipes,
    diedAfterClaim: calamities.diedAfterClaim,
    steps: time.events,
    virtualSeconds: Math.round(time.now / 1_000),
    realSeconds: (performance.now() - begun) / 1_000,
    trace: world.trace.digest(),
    violations: invariants.violations.first,
  };
}

/** One of so many pins of ten workspaces; two in a hundred show the same as others, one in five hundred can never be published. */
export function draft(index: number, random: () => number) {
  const project = Math.floor(random() * projects);
  const accountId = `account-${project}-${Math.floor(random() * accountsPerProject)}`;
  const boardId = `${accountId}-board-${Math.floor(random() * boardsPerAccount)}`;
  const title = titleOf(index, random());
  return { key: `pin ${index}`, projectId: `project-${project}`, accountId, boardId, title };
}

function titleOf(index: number, luck: number): string {
  if (luck < 0.02) return `the same ${Math.floor(index / 200)}`;
  return luck > 0.998 ? `${hopeless} ${index}` : `pin ${index}`;
}
