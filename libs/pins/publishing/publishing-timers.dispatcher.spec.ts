import type { Leadership } from '@pps/leases';
import type { Streams } from '@pps/event-store';
import type { WorkItem } from '@pps/work-queue';
import { given } from '@pps/kernel/testing';
import type { DueRead } from '../pacing/publish-queue';
import type { PinFact } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { attemptStarted, pinQueued } from '../testing';
import { runPublishingTimers } from './publishing-timers.dispatcher';

/** The reads offered when these are found due, tick by tick; a tick may fail instead. */
async function offeredFor(ticks: readonly (readonly DueRead[] | Error)[]): Promise<string[]> {
  const ending = new AbortController();
  const offered: string[] = [];
  const errors: unknown[] = [];
  let tick = 0;
  await runPublishingTimers(
    {
      streams: {} as Streams,
      queue: { offer: async (work: WorkItem) => void offered.push(`${work.kind} ${work.id} ${work.attributes.attempt}`) },
      publishQueue: {
        overdue: async () => [],
        givenUp: async () => [],
        heldTooLong: async () => ({ pins: [], next: null }),
        readsDue: async (kind) => {
          const due = ticks[tick] ?? [];
          if (due instanceof Error) throw due;
          return kind === 'read_board' ? due : [];
        },
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
  expect(errors).toEqual(ticks.filter((each) => each instanceof Error));
  return offered;
}

const first: DueRead = { pinId: 'pin', attempt: 1, dueAt: '2026-01-05T09:00:00.200Z' };

it('offers a due read once while its outcome is not recorded yet', async () => {
  expect(await offeredFor([[first], [first], [first]])).toEqual(['reconcile pin 1']);
});

it('offers a due read again once the database was away: the worker that had it could not work', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const broken = new Error('the read model is of an older release');
  expect(await offeredFor([[first], away, [first]])).toHaveLength(2);
  expect(await offeredFor([[first], broken, [first]])).toHaveLength(1);
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
      nextAttemptAt: '2026-01-04T09:00:03.000Z',
      counts: true,
    },
  };
  const facts = new Map<string, readonly PinFact[]>([
    ['open', timedOut],
    ['waiting', [...timedOut, put]],
  ]);
  const stateOf = (pinId: string) => given(pinStream.decider, ...(facts.get(pinId) ?? [])).state;
  const load = async (_: unknown, pinId: string) => {
    if (pinId.startsWith('broken')) throw new Error(`${pinId} cannot be read`);
    return { state: stateOf(pinId), revision: 1 };
  };
  const run = async (_: unknown, pinId: string, __: unknown, decide: (state: PinState) => readonly PinFact[]) =>
    void events.push(...decide(stateOf(pinId)).map(({ type }) => `${type} ${pinId}`));
  await runPublishingTimers(
    {
      streams: { load, decide: run } as unknown as Streams,
      queue: { offer: async (work: WorkItem) => void events.push(`offered ${work.id}`) },
      publishQueue: {
        overdue: async () => ['broken', 'open'].map((pinId) => ({ pinId, attempt: 1 })),
        givenUp: async () => ['broken too', 'waiting'],
        heldTooLong: async () => ({ pins: [], next: null }),
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
      streams: {
        load: async () => {
          loads += 1;
          return { state, revision: 1 };
        },
        decide: async (...[, , , decide]: [unknown, unknown, unknown, (known: PinState) => unknown]) => decide(state),
      } as unknown as Streams,
      queue: { offer: async () => undefined },
      publishQueue: {
        overdue: async () => (passed.has('open') ? [] : [{ pinId: 'open', attempt: 1 }]),
        givenUp: async () => [],
        heldTooLong: async () => ({ pins: [], next: null }),
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

describe('pins that are held back because their account needs a new consent', () => {
  /** What becomes of the pins that are named held too long, tick by tick of so many milliseconds. */
  async function afterTicks(ticks: number, tickMs: number, account: object): Promise<readonly string[]> {
    const ending = new AbortController();
    const events: string[] = [];
    let now = 0;
    const { state } = given(pinStream.decider, pinQueued());
    const load = async (type: unknown, id: string) => {
      if (type !== pinStream) return { state: account, revision: 1 };
      if (id === 'broken') throw new Error('broken cannot be read');
      return { state, revision: 0 };
    };
    const run = async (_: unknown, pinId: string, __: unknown, decide: (known: PinState) => readonly PinFact[]) =>
      void events.push(...decide(state).map((fact) => `${fact.type === 'PinFailed' ? fact.data.errorCode : fact.type} ${pinId}`));
    const { accountId } = pinQueued().data;
    await runPublishingTimers(
      {
        streams: { load, decide: run } as unknown as Streams,
        queue: { offer: async () => undefined },
        publishQueue: {
          overdue: async () => [],
          givenUp: async () => [],
          heldTooLong: async (after) =>
            after === null
              ? { pins: ['broken', 'first'].map((pinId) => ({ pinId, accountId })), next: accountId }
              : { pins: [{ pinId: 'of the next page', accountId }], next: null },
          readsDue: async () => [],
        },
        clock: () => new Date('2026-11-30T10:00:00.000Z'),
        monotonic: () => now,
        reconcileAfterMs: [],
        passOver: async (task, item) => void events.push(`passed over ${item}: ${task}`),
        pause: async () => void ((now += tickMs) >= ticks * tickMs && ending.abort()),
        onError: () => undefined,
      },
      { signal: ending.signal } as Leadership,
    );
    return events;
  }

  const held = { kind: 'connected', revokedAt: null, reconnectRequiredAt: '2026-11-25T10:00:00.000Z' };

  it('fail a day later, one of each account a second, also beside one for which that fails', async () => {
    expect(await afterTicks(5, 250, held)).toEqual([
      'token_expired first',
      'passed over broken: give up',
      'token_expired of the next page',
    ]);
  });

  it('stay where the account was connected again or revoked meanwhile', async () => {
    expect(await afterTicks(5, 250, { ...held, reconnectRequiredAt: null })).toEqual([]);
    expect(await afterTicks(5, 250, { ...held, revokedAt: '2026-11-26T10:00:00.000Z' })).toEqual([]);
    expect(await afterTicks(1, 250, { ...held, reconnectRequiredAt: '2026-11-30T09:00:00.000Z' })).toEqual(['passed over broken: give up']);
  });

  /** What happens in so many ticks of 250 ms, with 40 accounts, each of which takes `loadMs` to load; `heldTooLong` is what the look for them does. */
  async function timeline(ticks: number, loadMs: number, heldTooLong?: () => Promise<never>) {
    const ending = new AbortController();
    const events: string[] = [];
    let [now, atOnce, most] = [0, 0, 0];
    const load = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      now += loadMs;
      return { state: { ...held, reconnectRequiredAt: null }, revision: 1 };
    };
    const { accountId } = pinQueued().data;
    const pins = Array.from({ length: 40 }, (_, n) => ({ pinId: `pin ${n}`, accountId }));
    await runPublishingTimers(
      {
        streams: { load } as unknown as Streams,
        queue: { offer: async (work: WorkItem) => void events.push(`offered ${work.id}`) },
        publishQueue: {
          overdue: async () => [],
          givenUp: async () => [],
          heldTooLong: async () => {
            events.push('look');
            return heldTooLong ? heldTooLong() : { pins, next: null };
          },
          readsDue: async (kind) => (kind === 'read_board' ? [{ ...first, dueAt: String(now) }] : []),
        },
        clock: () => new Date('2026-11-30T10:00:00.000Z'),
        monotonic: () => now,
        reconcileAfterMs: [],
        passOver: (_task, _item, error) => Promise.reject(error),
        pause: async () => void ((now += 250), --ticks === 0 && ending.abort()),
        onError: (error) => events.push(String(error)),
      },
      { signal: ending.signal } as Leadership,
    );
    return { events, most };
  }

  it('are looked for behind the reads that are due, a second after a look that failed', async () => {
    const { events } = await timeline(5, 0, () => Promise.reject(new Error('42703')));
    const offers = Array.from({ length: 4 }, () => 'offered pin');
    expect(events).toEqual(['offered pin', 'look', 'Error: 42703', ...offers, 'look', 'Error: 42703']);
  });

  it('are given up 16 at a time, and looked for again a second after the last, however long they took', async () => {
    const { events, most } = await timeline(5, 100);
    const offers = Array.from({ length: 4 }, () => 'offered pin');
    expect(events).toEqual(['offered pin', 'look', ...offers, 'look']);
    expect(most).toBe(16);
  });
});
