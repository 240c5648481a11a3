import { scheduleCreated } from '@pps/schedules/testing';
import { startQuotaSweep } from '../quota-sweep';
import { VirtualProcess } from '../virtual-process';
import { startFiring, startReactions } from './start-firing';
import { ScheduleWorld } from './schedule-world';

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const runAt = '2026-11-20T10:00:01.000Z';
const [created] = [scheduleCreated({ runAt })];

/** Dies in the middle of the step of this number, counted from when it first had something to fire. */
class MortalProcess extends VirtualProcess {
  steps = 0;
  isCounting = false;

  constructor(
    world: ScheduleWorld,
    private readonly diesAt: number,
  ) {
    super(world.time);
  }

  override sleep(ms: number): Promise<void> {
    if (this.isCounting && ++this.steps === this.diesAt) this.kill();
    return super.sleep(ms);
  }
}

/** One schedule, fired by a process that dies at this step and another one that takes over after so long. */
async function fireWithCrash(diesAt: number, takenOverAfterMs: number) {
  const world = new ScheduleWorld(diesAt, { begin, limit: 1 });
  startQuotaSweep(world);
  startReactions(world);
  const { projectId, organizationId } = world.principal('production');
  const schedule = { ...created.data, projectId, organizationId };
  world.record(`schedule-${schedule.scheduleId}`, { type: 'ScheduleCreated', data: schedule });
  const mortal = new MortalProcess(world, diesAt);
  startFiring(world, mortal);
  world.time.at(Date.parse(runAt) - begin - 1, () => (mortal.isCounting = true));
  world.time.at(Date.parse(runAt) - begin + takenOverAfterMs, () => {
    mortal.isCounting = false;
    startFiring(world);
  });
  await world.run(10 * 60_000);
  const of = (type: string) => world.facts.filter((fact) => fact.type === type).length;
  return {
    world,
    hasDied: !mortal.isAlive,
    pins: of('PinQueued'),
    fired: of('ScheduleFired'),
    failed: of('ScheduleFailed') + of('ScheduleDeferred'),
  };
}

// With a quota of one the take-over has nothing to fire with before the unit of the process that died was given back.
describe.each([
  ['at once', 50],
  ['after the lease', 5_000],
  ['after the sweep has been there', 90_000],
])('a crash while a schedule fires, taken over %s', (_, takenOverAfterMs) => {
  it('leaves one pin with one unit, whatever step it was', async () => {
    let diesAt = 0;
    for (let hasDied = true; hasDied;) {
      diesAt += 1;
      const { world, pins, fired, failed, ...report } = await fireWithCrash(diesAt, takenOverAfterMs);
      hasDied = report.hasDied;
      expect([diesAt, world.violations.first, pins, fired, failed]).toEqual([diesAt, [], 1, 1, 0]);
      expect([diesAt, world.quota.used, world.quota.isSettled]).toEqual([diesAt, 1, true]);
    }
    expect(diesAt).toBeGreaterThan(15);
  });
});
