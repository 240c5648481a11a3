import { portionsOf, runFiring, type FiringDeps } from './firing.dispatcher';

const due = (projectId: string, count: number) => Array.from({ length: count }, (_, n) => ({ projectId, scheduleId: `${projectId}${n}` }));

/** Fires what `waiting` has until nothing is left; what was passed over, and what was fired together. */
async function fireAll(waiting: { projectId: string; scheduleId: string }[], broken: (ids: readonly string[]) => boolean = () => false) {
  const ending = new AbortController();
  const [together, passedOver, prepared]: [(readonly string[])[], string[], string[]] = [[], [], []];
  const deps: FiringDeps = {
    dueSchedules: () => ({
      read: async (most, taken) => {
        const found = waiting.filter(({ scheduleId }) => !taken.includes(scheduleId)).slice(0, most);
        return { now: new Date(0), due: found, nextInMs: found.length > 0 ? 0 : null };
      },
      readAhead: async () => ['soon'],
    }),
    fire: async (ids) => {
      together.push(ids);
      if (broken(ids)) throw new Error('broken');
      return { fired: ids.slice(1), failed: new Map([[ids[0] ?? '', new Error('its own')]]) };
    },
    prepare: async (ids) => void prepared.push(...ids),
    passOver: async (scheduleId) => void passedOver.push(scheduleId),
    // What is taken stays taken, however long the process stands still.
    monotonic: () => 1,
    progress: async () => ending.abort(),
    pause: async () => undefined,
    onError: () => undefined,
  };
  await runFiring(deps, { holder: 'this process', epoch: 1n, signal: ending.signal });
  return { together, passedOver, prepared };
}

it('fires each schedule once, those of a project together, and passes over what fails', async () => {
  const waiting = [...due('a', 120), ...due('b', 3)];
  const { together, passedOver, prepared } = await fireAll(waiting);
  expect(together.flat().sort()).toEqual(waiting.map(({ scheduleId }) => scheduleId).sort());
  expect(together.every((ids) => ids.length <= 50 && new Set(ids.map(([project]) => project)).size === 1)).toBe(true);
  expect(passedOver.sort()).toEqual(together.map(([first]) => first).sort());
  expect(prepared).toEqual(['soon']);
});

it('passes over all that were fired together when that fails as a whole, and goes on', async () => {
  const { together, passedOver } = await fireAll([...due('a', 2), ...due('b', 2)], ([first]) => first === 'a0');
  expect(together).toHaveLength(2);
  expect(passedOver.sort()).toEqual(['a0', 'a1', 'b0']);
});

it('takes the schedules of a project in the order in which they are due', () => {
  const mixed = [...due('a', 51), ...due('b', 1)].sort((one, other) =>
    one.scheduleId.localeCompare(other.scheduleId, 'en', { numeric: true }),
  );
  expect(portionsOf(mixed).map((portion) => [portion[0]?.scheduleId, portion.length])).toEqual([
    ['a0', 50],
    ['a50', 1],
    ['b0', 1],
  ]);
});

it('fires one of another project at once while a burst waits for permits that do not come, and ends without them', async () => {
  const ending = new AbortController();
  const waiting = due('a', 300);
  const [held, fired]: [string[], string[]] = [[], []];
  const deps: FiringDeps = {
    dueSchedules: () => ({
      read: async (most, taken, busy = new Set()) => {
        await new Promise(setImmediate);
        const found = waiting.filter(({ scheduleId, projectId }) => !taken.includes(scheduleId) && !busy.has(projectId)).slice(0, most);
        return { now: new Date(0), due: found, nextInMs: 0 };
      },
      readAhead: async () => [],
    }),
    fire: async (ids, _, { signal, onWait }) => {
      if (ids.length === 1) {
        fired.push(...ids);
        return { fired: ids, failed: new Map() };
      }
      held.push(...ids);
      onWait();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { fired: [], failed: new Map() };
    },
    prepare: async () => undefined,
    passOver: async () => undefined,
    monotonic: () => 1,
    // Nothing else is due any more: the next one comes, and then the leader ends.
    progress: async () => void (fired.length > 0 ? ending.abort() : waiting.push(...due('b', 1))),
    pause: async () => undefined,
    onError: () => undefined,
  };
  await runFiring(deps, { holder: 'this process', epoch: 1n, signal: ending.signal });
  expect([fired, held.length]).toEqual([['b0'], 100]);
});
