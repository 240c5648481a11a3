import type { Leadership } from '@pps/leases';
import type { CommandRunner } from '@pps/event-store';
import type { WorkItem } from '@pps/work-queue';
import { given } from '@pps/kernel/testing';
import type { DueRead } from '../pacing/publish-queue';
import type { PinFact } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { attemptStarted, pinQueued } from '../testing';
import { runPublishingTimers } from './publishing-timers.dispatcher';

/** The reads offered when these are found due, tick by tick. */
async function offeredFor(ticks: readonly (readonly DueRead[])[]): Promise<string[]> {
  const ending = new AbortController();
  const offered: string[] = [];
  const errors: unknown[] = [];
  let tick = 0;
  await runPublishingTimers(
    {
      runner: {} as CommandRunner,
      queue: { offer: async (work: WorkItem) => void offered.push(`${work.kind} ${work.id} ${work.attributes.attempt}`) },
      publishQueue: {
        overdue: async () => [],
        givenUp: async () => [],
        readsDue: async (kind) => (kind === 'read_board' ? (ticks[tick] ?? []) : []),
      },
      clock: () => new Date(0),
      monotonic: () => performance.now(),
      reconcileAfterMs: [],
      passOver: (_task, _item, error) => Promise.reject(error),
      pause: async () => void (++tick === ticks.length && ending.abort()),
      onError: (error) => errors.push(error),
    },
    { signal: ending.signal } as Leadership,
  );
  expect(errors).toEqual([]);
  return offered;
}

const first: DueRead = { pinId: 'pin', attempt: 1, dueAt: '2026-01-05T09:00:00.200Z' };

it('offers a due read once while its outcome is not recorded yet', async () => {
  expect(await offeredFor([[first], [first], [first]])).toEqual(['reconcile pin 1']);
});

it('offers the next read of the same attempt as soon as it is due', async () => {
  const next = { ...first, dueAt: '2026-01-05T09:00:00.500Z' };
  expect(await offeredFor([[first], [next], [next]])).toEqual(['reconcile pin 1', 'reconcile pin 1']);
});

it('ends attempts, gives up pins and offers reads behind those for which that fails', async () => {
  const ending = new AbortController();
  const events: string[] = [];
  const timedOut = [pinQueued(), attemptStarted(1, '2026-01-04T09:00:00.000Z')];
  const put: PinFact = {
    type: 'PinPublishDeferred',
    data: {
      attempt: 1,
      reason: 'rate_limited',
      message: 'Slow down.',
      deferredAt: '2026-01-04T09:00:01.000Z',
      nextAttemptAt: '2026-01-05T08:00:00.000Z',
      counts: false,
    },
  };
  const facts: Readonly<Record<string, readonly PinFact[]>> = { open: timedOut, waiting: [...timedOut, put] };
  const stateOf = (pinId: string) => given(pinStream.decider, ...(facts[pinId] ?? [])).state;
  const load = async (_: unknown, pinId: string) => {
    if (pinId.startsWith('broken')) throw new Error(`${pinId} cannot be read`);
    return { state: stateOf(pinId), revision: 1 };
  };
  const run = async (_: unknown, pinId: string, __: unknown, decide: (state: PinState) => readonly PinFact[]) =>
    void events.push(...decide(stateOf(pinId)).map(({ type }) => `${type} ${pinId}`));
  await runPublishingTimers(
    {
      runner: { load, run } as unknown as CommandRunner,
      queue: { offer: async (work: WorkItem) => void events.push(`offered ${work.id}`) },
      publishQueue: {
        overdue: async () => ['broken', 'open'].map((pinId) => ({ pinId, attempt: 1 })),
        givenUp: async () => ['broken too', 'waiting'],
        readsDue: async (kind) => (kind === 'read_board' ? [first] : []),
      },
      clock: () => new Date('2026-01-05T09:00:01.000Z'),
      monotonic: () => 0,
      reconcileAfterMs: [2_000],
      passOver: async (task, item) => void events.push(`passed over ${item}: ${task}`),
      pause: async () => ending.abort(),
      onError: (error) => events.push(String(error)),
    },
    { signal: ending.signal } as Leadership,
  );
  expect(events).toEqual([
    'passed over broken: expire',
    'Error: broken cannot be read',
    'PinPublishOutcomeUnknown open',
    'passed over broken too: give up',
    'Error: broken too cannot be read',
    'PinFailed waiting',
    'offered pin',
  ]);
});

it('leaves an attempt alone for a while that is overdue by the database’s clock and not by its own, instead of reading it at every tick', async () => {
  const ending = new AbortController();
  const passed = new Set<string>();
  let [ticks, loads] = [0, 0];
  const { state } = given(pinStream.decider, pinQueued(), attemptStarted(1, '2026-01-05T09:05:00.000Z'));
  await runPublishingTimers(
    {
      runner: {
        load: async () => {
          loads += 1;
          return { state, revision: 1 };
        },
        run: async (...[, , , decide]: [unknown, unknown, unknown, (known: PinState) => unknown]) => decide(state),
      } as unknown as CommandRunner,
      queue: { offer: async () => undefined },
      publishQueue: {
        overdue: async () => (passed.has('open') ? [] : [{ pinId: 'open', attempt: 1 }]),
        givenUp: async () => [],
        readsDue: async () => [],
      },
      clock: () => new Date('2026-01-05T09:01:00.000Z'),
      monotonic: () => 0,
      reconcileAfterMs: [2_000],
      passOver: async (_, item) => void passed.add(item),
      pause: async () => void (++ticks === 100 && ending.abort()),
      onError: (error) => expect(error).toMatchObject({ name: 'ClockBehind' }),
    },
    { signal: ending.signal } as Leadership,
  );
  expect(loads).toBe(1);
});
