import { given } from '@pps/kernel/testing';
import { StoreUnavailable } from '@pps/event-store';
import type { PinFact, PinPublishDeferred } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { attemptStarted, outcomeUnknown, pinQueued, preparationStarted, videoQueued } from '../testing';
import { giveGrantBack } from './last-calls';
import { publishPin } from './publish-pin.work';
import type { PublishingDeps } from './publishing-deps';

const deferred: PinPublishDeferred = {
  type: 'PinPublishDeferred',
  data: {
    attempt: 1,
    reason: 'rate_limited',
    message: 'Slow down.',
    deferredAt: '2026-01-05T09:00:00.000Z',
    nextAttemptAt: '2026-01-05T09:05:00.000Z',
    counts: false,
  },
};

/** What a worker does with a grant of the second attempt at this time of its own clock. */
async function workAt(now: string): Promise<readonly string[]> {
  const { state } = given(pinStream.decider, pinQueued(), attemptStarted(), deferred);
  const done: string[] = [];
  const deps = {
    streams: {
      load: async (type: unknown) => ({ state: type === pinStream ? state : { kind: 'created', epoch: 0 }, revision: 2 }),
      decide: async () => Promise.reject(new Error('started')),
    },
    presentEpoch: async () => true,
    images: { reserve: async () => () => undefined },
    dropGrant: async () => void done.push('dropped'),
    clock: () => new Date(now),
    monotonic: () => 0,
    uptime: () => ({ boot: 'one', seconds: 1 }),
    platformTimeoutMs: 1_000,
  } as unknown as PublishingDeps;
  await publishPin(deps, 'pin', 2).catch((error: Error) => done.push(error.name));
  return done;
}

describe('a worker with a grant for a pin that was put off', () => {
  it('whose clock is far behind the database’s has the pin left alone, and does not give it back to be granted at once', async () => {
    expect(await workAt('2026-01-05T09:01:00.000Z')).toEqual(['ClockBehind']);
  });

  it('gives it back while the clocks differ by less than a second', async () => {
    expect(await workAt('2026-01-05T09:04:59.500Z')).toEqual(['dropped']);
  });
});

/** What a worker that is offered the grant again does after these facts. */
async function offeredAgain(...facts: readonly PinFact[]): Promise<readonly string[]> {
  const { state } = given(pinStream.decider, ...facts);
  const done: string[] = [];
  const deps = {
    streams: { load: async () => ({ state, revision: 1 }) },
    presentEpoch: async () => true,
    images: { reserve: async () => () => undefined },
    dropGrant: async (_: string, attempt: number) => void done.push(`dropped ${attempt}`),
    clock: () => new Date('2026-11-20T10:00:08.000Z'),
    monotonic: () => 0,
    uptime: () => ({ boot: 'one', seconds: 1 }),
    platformTimeoutMs: 1_000,
  } as unknown as PublishingDeps;
  await publishPin(deps, 'pin', 1);
  await giveGrantBack(deps, 'pin', 1);
  return done;
}

describe('a repeat of an offer', () => {
  it('leaves the grant to the attempt or the upload that is under way', async () => {
    expect(await offeredAgain(pinQueued(), attemptStarted())).toEqual([]);
    expect(await offeredAgain(videoQueued(), preparationStarted())).toEqual([]);
  });

  it('drops a grant whose attempt is over', async () => {
    expect(await offeredAgain(pinQueued(), attemptStarted(), outcomeUnknown())).toEqual(['dropped 1', 'dropped 1']);
  });
});

/** The facts of an attempt whose start is in the log although its append broke; `isOurs` where this worker wrote it. */
async function startedWithoutAnswer(isOurs: boolean): Promise<readonly string[]> {
  const now = '2026-11-20T10:00:01.000Z';
  const facts: PinFact[] = [pinQueued()];
  let breaks = true;
  const deps = {
    streams: {
      load: async () => ({ state: given(pinStream.decider, ...facts).state, revision: facts.length - 1 }),
      decide: async (_type: unknown, _id: string, _origin: unknown, decide: (state: PinState) => readonly PinFact[]) => {
        const decided = decide(given(pinStream.decider, ...facts).state);
        facts.push(...(breaks && !isOurs ? [{ ...attemptStarted(1, now), type: 'PinPublishAttemptStarted' } as PinFact] : decided));
        if (breaks) {
          breaks = false;
          throw new StoreUnavailable('the connection broke');
        }
        return { facts: decided };
      },
    },
    accounts: { accessToken: async () => Promise.reject(new Error('the vault is away')) },
    closeGrant: async () => undefined,
    presentEpoch: async () => true,
    images: { reserve: async () => () => undefined },
    onFault: () => undefined,
    clock: () => new Date(now),
    monotonic: () => 0,
    uptime: () => ({ boot: 'one', seconds: 1 }),
    random: () => 0,
    platformTimeoutMs: 20_000,
    reconcileAfterMs: [],
  } as unknown as PublishingDeps;
  await publishPin(deps, 'pin', 1).catch((error: Error) => facts.push({ type: error.name } as never));
  return facts.map(({ type }) => type);
}

describe('an attempt that began', () => {
  it('is over at once when what it needs before the call fails, also where the log did not answer its start', async () => {
    expect(await startedWithoutAnswer(true)).toEqual(['PinQueued', 'PinPublishAttemptStarted', 'PinPublishDeferred']);
  });

  it('is left to the worker that began it', async () => {
    expect(await startedWithoutAnswer(false)).toEqual(['PinQueued', 'PinPublishAttemptStarted', 'StoreUnavailable']);
  });
});
