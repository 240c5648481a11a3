import { Overloaded } from '@pps/concurrency';
import { BulkPermits } from './bulk-permits';

/** Read models that are as far behind as is said, on a clock that only moves while somebody waits. */
function permits({ heldMs = 1_000, queuePerKey = 10 } = {}) {
  const world = { lagMs: 0, now: 0, catchUpAt: Infinity };
  const bulk = new BulkPermits({
    lag: () => (world.now >= world.catchUpAt ? 0 : world.lagMs),
    moved: async (ms) => {
      world.now += ms;
      await new Promise(setImmediate);
    },
    longestLagMs: 250,
    heldMs,
    queuePerKey,
    monotonic: () => world.now,
  });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const start = (organizationId: string) =>
    bulk.run(organizationId, () => {
      began.push(organizationId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { world, bulk, began, ends, start, turn };
}

describe('permits of bulk work', () => {
  it('are given at once while the read models follow, one at a time', async () => {
    const { world, bulk, began, ends, start, turn } = permits();
    world.lagMs = 250;
    const works = [start('one'), start('one')];
    await turn();
    expect([began, bulk.backlog, world.now]).toEqual([['one'], 1, 0]);
    ends.shift()?.();
    await turn();
    expect([began.length, bulk.backlog]).toEqual([2, 0]);
    ends.shift()?.();
    await Promise.all(works);
  });

  it('wait until the read models follow', async () => {
    const { world, bulk } = permits();
    Object.assign(world, { lagMs: 251, catchUpAt: 400 });
    const { release, waitedMs } = await bulk.acquire('one');
    release();
    expect(waitedMs).toBe(400);
  });

  it('are held up for a bounded time by read models that do not follow', async () => {
    const { world, bulk } = permits({ heldMs: 1_000 });
    world.lagMs = 60_000;
    for (const begun of [1_000, 2_000, 3_000]) {
      (await bulk.acquire('one')).release();
      expect(world.now).toBe(begun);
    }
  });

  it('go round robin over organizations: one that floods does not keep the others', async () => {
    const { began, ends, start, turn } = permits();
    for (const organization of ['flood', 'flood', 'flood', 'flood', 'two', 'three']) start(organization).catch(() => undefined);
    for (let n = 0; n < 6; n++) {
      await turn();
      ends.shift()?.();
    }
    expect(began.indexOf('two')).toBeLessThanOrEqual(2);
    expect(began.indexOf('three')).toBeLessThanOrEqual(4);
    expect(began).toHaveLength(6);
  });

  it('are free again while work waits for something else, so that it keeps nobody', async () => {
    const { began, start } = permits({ heldMs: 20 });
    const [hanging, next] = [start('hanging'), start('other')];
    for (const work of [hanging, next]) work.catch(() => undefined);
    const deadline = performance.now() + 10_000;
    while (began.length < 2 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(began).toEqual(['hanging', 'other']);
  });

  it('are refused where too many wait, and nothing of what gave up is left', async () => {
    const { bulk } = permits({ queuePerKey: 1 });
    const { release } = await bulk.acquire('one');
    const patience = new AbortController();
    const waiting = bulk.acquire('one', patience.signal);
    await expect(bulk.acquire('one')).rejects.toEqual(new Overloaded('caller'));
    patience.abort(new Overloaded('all'));
    await expect(waiting).rejects.toEqual(new Overloaded('all'));
    release();
    (await bulk.acquire('one')).release();
    expect(bulk.backlog).toBe(0);
  });

  it('pass to the next where somebody gives up who had been next', async () => {
    const { world, bulk } = permits({ heldMs: 60_000 });
    world.lagMs = 1_000;
    const patience = new AbortController();
    const waiting = bulk.acquire('one', patience.signal);
    patience.abort(new Overloaded('all'));
    await expect(waiting).rejects.toEqual(new Overloaded('all'));
    world.lagMs = 0;
    (await bulk.acquire('two')).release();
    expect(bulk.backlog).toBe(0);
  });

  it('let what was begun go on soon', async () => {
    const { world, bulk } = permits({ heldMs: 60_000 });
    world.lagMs = 60_000;
    await bulk.betweenPortions();
    expect(world.now).toBe(2_000);
  });
});
