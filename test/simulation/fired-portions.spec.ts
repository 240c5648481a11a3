import type { PinQueued } from '@pps/pins/events';
import { fireSchedules } from '@pps/use-cases';
import { BulkPermits } from '@pps/read-store';
import { seededRandom } from '@pps/kernel/testing';
import { UnitWorld } from './unit-world';

const never = () => 0.5;
const month = '2026-11';

const factsOf = (world: UnitWorld, ofType: string) => world.facts.filter(({ type }) => type === ofType);
const pinsOf = (world: UnitWorld) => factsOf(world, 'PinQueued').map(({ data }) => (data as PinQueued['data']).scheduleId);

async function dueSchedules(world: UnitWorld, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await world.addDueSchedule());
  return ids;
}

it('fires the schedules of a project together: one fact for the units of all', async () => {
  const world = new UnitWorld(100, never);
  const ids = await dueSchedules(world, 30);
  const { fired, failed } = await fireSchedules(world.client(), ids, world.clock());
  expect([[...fired].sort(), failed.size]).toEqual([[...ids].sort(), 0]);
  expect(pinsOf(world).sort()).toEqual([...ids].sort());
  expect(factsOf(world, 'ScheduleFired')).toHaveLength(30);
  expect(factsOf(world, 'QuotaConsumed')).toHaveLength(1);
  await fireSchedules(world.client(), ids, world.clock());
  expect([pinsOf(world).length, await world.used(month)]).toEqual([30, 30]);
});

it('fires none before its time', async () => {
  const world = new UnitWorld(100, never);
  const ids = await dueSchedules(world, 3);
  await fireSchedules(world.client(), ids, new Date(world.clock().getTime() - 1));
  expect(world.facts.filter(({ type }) => type !== 'ScheduleCreated')).toEqual([]);
});

it('fires as many as there are units left, and defers the others', async () => {
  const world = new UnitWorld(10, never);
  const ids = await dueSchedules(world, 25);
  await fireSchedules(world.client(), ids, world.clock());
  expect(new Set(pinsOf(world)).size).toBe(10);
  expect(factsOf(world, 'ScheduleDeferred')).toHaveLength(15);
  expect(await world.used(month)).toBe(10);
});

it.each([1, 2, 3, 4, 5, 6])('fires each once, whatever dies meanwhile (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  let isCalm = false;
  const world = new UnitWorld(10_000, () => (isCalm ? 0.5 : random()));
  const ids = await dueSchedules(world, 30);
  for (let round = 0; round < 20; round++) {
    isCalm = round === 19;
    // Two leaders at once: one of them was deposed and does not know it yet.
    const now = world.clock();
    await Promise.all([fireSchedules(world.client(), ids, now), fireSchedules(world.client(), ids.slice(0, 15), now)]);
    world.pass(61_000);
    await world.sweep();
    await world.releaseAll();
  }
  expect(pinsOf(world).sort()).toEqual([...ids].sort());
  expect(await world.used(month)).toBe(30);
});

it('fires none of a burst whose leader ends while it waits for its permit, and tells of the wait', async () => {
  const world = new UnitWorld(100, never);
  const ids = await dueSchedules(world, 3);
  const ending = new AbortController();
  let nowMs = 0;
  const bulk = new BulkPermits({
    ...{ lag: () => 1_000, longestLagMs: 250, heldMs: 60_000, queuePerKey: 10, monotonic: () => (nowMs += 10_000) },
    moved: async () => ending.abort(),
  });
  const told: string[] = [];
  const turn = { signal: ending.signal, onWait: () => void told.push('waits'), onBegin: () => void told.push('begins') };
  const { fired, failed } = await fireSchedules({ ...world.client(), bulk }, ids, world.clock(), turn);
  expect([fired, failed.size, factsOf(world, 'PinQueued'), told]).toEqual([[], 0, [], ['waits']]);
});
