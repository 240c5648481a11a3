import { fold, NotFound, Rejected } from '@pps/kernel';
import { quotaStream, type QuotaFact } from '@pps/billing/events';
import type { Streams } from '@pps/event-store';
import { pinStream } from '@pps/pins/events';
import { failWaiting, recordOutcome, startAttempt } from '@pps/pins/testing';
import { cancelSchedule, deleteSchedule, fireSchedule, retrySchedule, retrySchedules } from '@pps/use-cases';
import { seededRandom } from '@pps/kernel/testing';
import { heldUnits } from './held-units';
import { Died, principal, UnitWorld, viewOf } from './unit-world';

const limit = 4;
const scheduleIds = Array.from({ length: 6 }, (_, n) => `schedule-${n}`);
const refusals = ['quota_exceeded', 'pin_not_failed', 'idempotency_key_reused', 'pin_publishing'];

const published = { kind: 'published', platformPinId: '9', platformUrl: 'https://p/9', publishedAt: '2026-11-29T00:00:00.000Z' } as const;

/** Refusals and deaths are what happens to clients; anything else is a fault. */
async function asClient(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const isForeseen = error instanceof Died || error instanceof NotFound || (error instanceof Rejected && refusals.includes(error.code));
    if (!isForeseen) throw error;
  });
}

async function doSomething(world: UnitWorld, pinIds: Set<string>, random: () => number): Promise<void> {
  const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  const pinId = oneOf([...pinIds]);
  const dice = random();
  if (pinId === undefined || dice < 0.25) {
    const firing = world.fire(oneOf(scheduleIds) ?? '').then(({ pin }) => pinIds.add(pin.pinId));
    return asClient(firing);
  }
  const view = viewOf(await world.pin(pinId));
  if (dice < 0.45) {
    return world.publish(pinId, (state, at) => failWaiting({ errorCode: 'board_not_found', message: 'gone', at }, state));
  }
  if (dice < 0.5 && view) {
    const attempt = view.starts + 1;
    await world.publish(pinId, (state, at) => startAttempt({ attempt, at, deadline: at }, state));
    return world.publish(pinId, (state, at) => recordOutcome({ attempt, at, outcome: published, reconcileAfterMs: [] }, state));
  }
  if (dice < 0.8 && view) return asClient(world.retry(view));
  if (dice < 0.84 && view) return asClient(world.delete(view));
  if (dice < 0.92) return world.release(Math.floor(random() * 8));
  if (dice < 0.99) return world.pass(random() * 70_000);
  world.pass(random() * 3 * 86_400_000);
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

it.each(seeds)('a unit is consumed while a pin of a schedule may be published or is, and only then: plan %i', async (seed) => {
  const random = seededRandom(seed);
  const world = new UnitWorld(limit, random);
  const pinIds = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const many = 1 + Math.floor(random() * 4);
    await Promise.all(Array.from({ length: many }, () => doSomething(world, pinIds, random)));
    if (random() < 0.3) await world.sweep();
  }
  world.pass(120_000);
  await world.sweep();
  await world.releaseAll();
  const quotaFacts = world.facts.filter(({ stream }) => stream.startsWith('quota-'));
  const held = [...heldUnits(world.facts).values()];
  for (const month of new Set(quotaFacts.map(({ stream }) => stream.slice(-7)))) {
    const facts = quotaFacts.filter(({ stream }) => stream.endsWith(month)) as unknown as readonly QuotaFact[];
    const balances = facts.map((_, index) => fold(quotaStream.decider, facts.slice(0, index + 1)).used);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...balances)).toBeLessThanOrEqual(limit);
    expect([month, balances.at(-1)]).toEqual([month, held.filter((unit) => unit.month === month).length]);
  }
  const released = world.facts.flatMap(({ type, data }) =>
    type === 'QuotaReleased' ? (data as { readonly entries: readonly { readonly entryId: string }[] }).entries : [],
  );
  expect(new Set(released.map(({ entryId }) => entryId)).size).toBe(released.length);
});

/** Fires as a process that stalls when it is about to queue the pin; `wake` lets it go on and waits for its end. */
async function fireAndStall(world: UnitWorld, scheduleId: string): Promise<{ readonly wake: () => Promise<void> }> {
  const client = world.client();
  let goOn: () => void = () => undefined;
  const woken = new Promise<void>((resolve) => (goOn = resolve));
  let firing: Promise<void> = Promise.resolve();
  await new Promise<void>((isThere, failed) => {
    const decide: Streams['decide'] = async (...work) => {
      const [{ category }, , , , options] = work;
      if (category === pinStream.category && options?.fresh) {
        isThere();
        await woken;
      }
      return client.streams.decide(...work);
    };
    firing = fireSchedule({ ...client, streams: { ...client.streams, decide } }, scheduleId, world.clock());
    firing.catch(failed);
  });
  return {
    wake: () => {
      goOn();
      return firing;
    },
  };
}

it('no process that stalled while it fired queues the pin once a cancel was answered', async () => {
  const world = new UnitWorld(limit, () => 0.5);
  const scheduleId = await world.addDueSchedule();
  const first = await fireAndStall(world, scheduleId);
  const second = await fireAndStall(world, scheduleId);
  expect(world.facts.map(({ type }) => type)).toEqual(expect.arrayContaining(['ScheduleFired', 'ScheduleUnitReplaced']));
  expect((await cancelSchedule(world.client(), principal, scheduleId)).status).toBe('canceled');
  await first.wake();
  await second.wake();
  expect(world.facts.filter(({ type }) => type === 'PinQueued')).toEqual([]);
  expect(await world.schedule(scheduleId)).toMatchObject({ phase: 'canceled', reason: 'requested' });
  await world.releaseAll();
  expect(await world.used('2026-11')).toBe(0);
});

/** A schedule that has fired and whose pin has failed since. */
async function failedSchedule() {
  const world = new UnitWorld(limit, () => 0.5);
  const scheduleId = await world.addDueSchedule();
  await fireSchedule(world.client(), scheduleId, world.clock());
  const fired = await world.schedule(scheduleId);
  if (fired.kind !== 'schedule' || fired.phase !== 'fired') throw new Error('the schedule did not fire');
  await world.publish(fired.pinId, (state, at) => failWaiting({ errorCode: 'board_not_found', message: 'gone', at }, state));
  return { world, scheduleId, fired };
}

describe('a process that dies right before it retries the pin of a schedule', () => {
  const remove = (world: UnitWorld, scheduleId: string) => deleteSchedule(world.client(), principal, scheduleId);
  const retry = async (world: UnitWorld, scheduleId: string) => void (await retrySchedule(world.client(), principal, scheduleId));

  async function diedWhileRetrying() {
    const { world, scheduleId } = await failedSchedule();
    const client = world.client();
    let isDead = false;
    const decide: Streams['decide'] = async (...work) => {
      const [{ category }, , , , options] = work;
      isDead ||= category === pinStream.category && options?.expectedRevision !== undefined;
      if (isDead) throw new Died();
      return client.streams.decide(...work);
    };
    const deps = { ...client, streams: { ...client.streams, decide } };
    await expect(retrySchedule(deps, principal, scheduleId)).rejects.toThrow(Died);
    return { world, scheduleId };
  }

  it.each([
    ['deleted', remove],
    ['retried', retry],
  ])('leaves it to be %s once its unit is given back, and not before', async (_, act) => {
    const { world, scheduleId } = await diedWhileRetrying();
    for (const early of [remove, retry]) await expect(early(world, scheduleId)).rejects.toMatchObject({ code: 'bad_request' });
    world.pass(120_000);
    await world.sweep();
    await act(world, scheduleId);
    await world.releaseAll();
    expect(await world.used('2026-11')).toBe(act === retry ? 1 : 0);
    expect(await world.schedule(scheduleId)).toMatchObject(act === retry ? { kind: 'schedule', phase: 'fired' } : { kind: 'deleted' });
  });
});

describe('two retries of a failed schedule at once', () => {
  /** A failed schedule, and a client whose retry is overtaken by another one while its board is checked. */
  async function overtaken() {
    const { world, scheduleId, fired } = await failedSchedule();
    const client = world.client();
    const check = async () => {
      expect((await retrySchedule(world.client(), principal, scheduleId)).status).toBe('queued');
      return { status: 'ok' } as never;
    };
    const row = { folded: fired, pin: await world.pin(fired.pinId) };
    const rows = { whereIn: () => rows, where: () => rows, select: async () => [row] };
    return {
      scheduleId,
      deps: { ...client, boards: { ...client.boards, check }, freshness: { wait: async () => undefined }, db: (() => rows) as never },
    };
  }

  it('refuse the later one as in the wrong state', async () => {
    const { deps, scheduleId } = await overtaken();
    await expect(retrySchedule(deps, principal, scheduleId)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('are skipped among many', async () => {
    const { deps, scheduleId } = await overtaken();
    expect(await retrySchedules(deps, principal, [scheduleId])).toMatchObject([{ status: 'skipped' }]);
  });
});
