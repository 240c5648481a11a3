import type { PacingRates } from '@pps/pins';
import { seededRandom } from '@pps/kernel/testing';
import { PinClients } from './pin-clients';
import { jainIndex } from './jain-index';
import { startPacerProcess, startTimersProcess, startWorkerProcess } from './processes';
import type { Violation } from './violations';
import { World } from './world';

export interface Fairness {
  readonly seed: number;
  /** Of the calls of all workspaces while each of them had something waiting; 1 is the same for all. */
  readonly jain: number;
  /** The longest time that one of the small ones took, in parts of the time that an equal share would have taken. */
  readonly slowest: number;
  readonly violations: readonly Violation[];
}

const rates: PacingRates = { account: { capacity: 1_000, refillPerSecond: 100 }, global: { capacity: 20, refillPerSecond: 20 } };
const [big, small, smallOnes] = [10_000, 10, 9];
const begin = Date.parse('2026-11-20T10:00:00.000Z');
const headStartMs = 60_000;

/** One workspace has 10,000 pins waiting when nine others come with 10 each; watches who is served, by the real ring in virtual time. */
export async function fairness(seed: number): Promise<Fairness> {
  const random = seededRandom(seed);
  const world = new World({ rates, random, begin, workers: 2, startWorkerProcess });
  const { time, invariants } = world;
  const clients = new PinClients(world);
  startPacerProcess(world);
  startTimersProcess(world);
  const accounts = 1 + Math.floor(random() * 4);
  const queue = (project: number, pins: number) => {
    for (let pin = 0; pin < pins; pin += 1) {
      const accountId = `account-${project}-${Math.floor(random() * accounts)}`;
      const boardId = `${accountId}-board-${Math.floor(random() * 8)}`;
      clients.create({ key: `${project} ${pin}`, projectId: `project-${project}`, accountId, boardId, title: `${project} ${pin}` });
    }
  };
  const left = new Map<string, number>();
  const calls: string[] = [];
  let endedAt = 0;
  world.onFact((fact) => {
    const projectId = fact.metadata.projectId ?? '';
    if (fact.type === 'PinQueued') left.set(projectId, (left.get(projectId) ?? 0) + 1);
    if (fact.type !== 'PinPublished') return;
    left.set(projectId, (left.get(projectId) ?? 0) - 1);
    if (left.size > smallOnes && [...left.values()].filter((count) => count === 0).length === 0) calls.push(projectId);
    if (projectId !== 'project-0' && left.get(projectId) === 0) endedAt = time.now;
  });
  queue(0, big);
  let cameAt = Infinity;
  time.after(headStartMs + random() * 5_000, () => {
    cameAt = time.now;
    for (let project = 1; project <= smallOnes; project += 1) queue(project, small);
  });
  const smallAreDone = () => left.size > smallOnes && [...left].every(([project, count]) => project === 'project-0' || count === 0);
  await world.run(() => smallAreDone() || time.now > cameAt + 600_000);
  const fairMs = ((smallOnes + 1) * small * 1_000) / rates.global.refillPerSecond;
  const served = [...left.keys()].map((project) => calls.filter((call) => call === project).length);
  return { seed, jain: jainIndex(served), slowest: (endedAt - cameAt) / fairMs, violations: invariants.violations.first };
}
