import { startQuotaSweep } from '../quota-sweep';
import type { VirtualProcess } from '../virtual-process';
import type { Violation } from '../violations';
import { checkEnds } from './check-ends';
import { ScheduleClients, type ClientAction } from './schedule-clients';
import type { ScheduleParts } from './schedule-parts';
import { startFiring, startPublisher, startReactions } from './start-firing';
import { ScheduleWorld, type Project } from './schedule-world';

export interface ScheduleReport {
  readonly violations: readonly Violation[];
  readonly count: ScheduleWorld['watch']['count'];
  readonly unitsReleased: number;
  /** How many schedules came to each end. */
  readonly ends: Readonly<Record<string, number>>;
}

const begin = Date.parse('2026-11-30T22:00:00.000Z');
const [minute, hour] = [60_000, 3_600_000];
const schedules = 60;
const takenWithin = 4 * hour;
const quietAfter = 12 * hour;
const endsAfter = 40 * hour;
const leaseMs = 5_000;
const [accounts, boards, assets] = [
  ['a', 'b', 'c'],
  ['1', '2', '3'],
  ['asset 1', 'asset 2'],
];
const actions: readonly ClientAction[] = ['edit', 'put off', 'cancel', 'retry', 'delete', 'delete pin', 'retry pin'];

/** Two days of schedules by the real code, over a month's turn, while everything goes wrong; which promises were broken. */
export async function simulateSchedules(seed: number, parts: Partial<ScheduleParts> = {}): Promise<ScheduleReport> {
  const world = new ScheduleWorld(seed, { begin, limit: 5, parts });
  startQuotaSweep(world);
  startReactions(world);
  startPublisher(world);
  const clients = new ScheduleClients(world);
  arrange(world, clients);
  await world.run(endsAfter);
  if (world.violations.count === 0) world.quota.finally();
  const ends = world.violations.count === 0 ? await checkEnds(world, clients) : {};
  return { violations: world.violations.first, count: world.watch.count, unitsReleased: world.quota.released, ends };
}

/** Everything that clients do and that goes wrong, at random moments of the first half day. */
function arrange(world: ScheduleWorld, clients: ScheduleClients): void {
  const { time, random } = world;
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const atRandom = (times: number, work: () => void, within = quietAfter) => {
    for (let left = times; left > 0; left -= 1) time.at(random() * within, work);
  };
  atRandom(schedules, () => scheduleOne(world, clients, oneOf), takenWithin);
  atRandom(100, () => {
    const one = clients.made.length > 0 ? oneOf(clients.made) : undefined;
    if (one) clients.act(oneOf(actions), one.scheduleId, one.project);
  });
  atRandom(30, () => clients.die());
  fireWithTakeOvers(world, atRandom);
  atRandom(12, () => (world.clockOffsetMs = (random() - 0.5) * 8 * minute));
  atRandom(10, () => lag(world));
  time.at(0.5 * hour, () => world.changePlan(7));
  time.at(1.7 * hour, () => world.changePlan(9));
  time.at(5 * hour, () => world.changePlan(8));
  time.at(7 * hour, () => world.changePlan(14));
  atRandom(2, () => world.resetSandbox(), 8 * hour);
  time.at(3 * hour + random() * hour, () => world.revoke('c'));
  time.at(4.5 * hour, () => world.boardsGone.add('3'));
  time.at(5.5 * hour, () => world.assetsDeleted.add('asset 2'));
  time.at(6 * hour, () => world.needsConsent.add('b'));
  time.at(8 * hour, () => world.needsConsent.delete('b'));
}

/** A schedule, of which half are acted on at the very moment when they fire. */
function scheduleOne(world: ScheduleWorld, clients: ScheduleClients, oneOf: <T>(all: readonly T[]) => T): void {
  const { time, random } = world;
  const project: Project = random() < 0.2 ? 'sandbox' : 'production';
  const inMs = random() < 0.1 ? 10 * hour * random() : 30_000 + random() * 5 * hour;
  const atMs = Math.round(world.databaseNow() + inMs);
  const offset = oneOf(['+00:00', '+02:00', '-09:30', '+14:00']);
  const showing = random() < 0.2 ? { assetId: oneOf(assets) } : {};
  const where = { project, accountId: oneOf(accounts), boardId: oneOf(boards), ...showing };
  clients.create({ ...where, runAt: withOffset(atMs, offset) }, (scheduleId) => {
    if (random() < 0.5) return;
    const action = oneOf<ClientAction>(['edit', 'edit', 'cancel', 'put off']);
    time.at(atMs - world.options.begin + (random() - 0.3) * 40, () => clients.act(action, scheduleId, project));
  });
}

/** The leader is killed or frozen, now and then right after a schedule has fired; another one leads when its lease has run out. */
function fireWithTakeOvers(world: ScheduleWorld, atRandom: (times: number, work: () => void) => void): void {
  let leader: VirtualProcess = startFiring(world);
  const takeOver = () => {
    const old = leader;
    if (!old.isAlive) return;
    if (world.random() < 0.5) old.kill();
    else old.freeze(leaseMs + world.random() * 90_000);
    world.time.after(leaseMs, () => (leader = startFiring(world)));
  };
  atRandom(40, takeOver);
  world.onFact(({ type }) => {
    if ((type === 'ScheduleFired' || (type === 'QuotaConsumed' && world.time.now < quietAfter)) && world.random() < 0.1) takeOver();
  });
}

function lag(world: ScheduleWorld): void {
  world.projectionLagMs = world.random() * 5_000;
  world.time.after(2 * minute, () => (world.projectionLagMs = 20));
}

/** The moment, as a client elsewhere would write it. */
function withOffset(ms: number, offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const aheadMs = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
  return new Date(ms + aheadMs).toISOString().replace('Z', offset);
}
