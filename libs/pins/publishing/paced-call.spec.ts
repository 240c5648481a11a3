import { Rejected } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { pinStream } from '../pin/pin.stream';
import type { WaitingPin } from '../pin/pin.state';
import { pinQueued } from '../testing';
import { AssetUnreadable } from './own-images';
import { pacedCall } from './paced-call';
import type { PublishingDeps } from './publishing-deps';

/** What a call comes to whose tokens were granted so many milliseconds after they were asked for, and how often it was made. */
async function calledAfter(ms: number): Promise<{ readonly outcome: unknown; readonly calls: number }> {
  let now = 1_000;
  let calls = 0;
  const deps = {
    accounts: { accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }) },
    closeGrant: async () => undefined,
    buckets: {
      claim: async () => {
        now += ms;
        return { granted: true };
      },
    },
    clock: () => new Date('2026-11-20T10:01:00.000Z'),
    monotonic: () => now,
    random: () => 0,
  } as unknown as PublishingDeps;
  const pin = given(pinStream.decider, pinQueued()).state as WaitingPin;
  const outcome = await pacedCall(
    deps,
    pin,
    1,
    async () => null,
    async () => void (calls += 1),
  );
  return { outcome, calls };
}

it('a call starts on tokens that were asked for just now', async () => {
  expect(await calledAfter(250)).toMatchObject({ calls: 1 });
});

it('a worker that stalled meanwhile does not call: its tokens were for then', async () => {
  const { outcome, calls } = await calledAfter(251);
  expect(calls).toBe(0);
  expect(outcome).toMatchObject({ kind: 'wait', reason: 'rate_limited', nextAttemptAt: '2026-11-20T10:01:00.000Z' });
});

describe('an attempt that ends before it has spent its tokens', () => {
  const access = { accessToken: 'token', tokenRef: '1' };
  /** The grants that are closed when the attempt meets these circumstances. */
  async function closedGrants(changes: Partial<Record<keyof PublishingDeps, unknown>>, prepare: () => Promise<null> = async () => null) {
    const closed: string[] = [];
    const deps = {
      accounts: { accessToken: async () => access },
      buckets: { claim: async () => ({ granted: true }) },
      closeGrant: async (pinId: string, attempt: number) => void closed.push(`${pinId} ${attempt}`),
      clock: () => new Date('2026-11-20T10:01:00.000Z'),
      monotonic: () => 0,
      random: () => 0,
      ...changes,
    } as unknown as PublishingDeps;
    const pin = given(pinStream.decider, pinQueued()).state as WaitingPin;
    await pacedCall(deps, pin, 3, prepare, async () => null).catch(() => null);
    return closed;
  }
  const grant = `${pinQueued().data.pinId} 3`;

  it.each([
    ['needs a new consent', { accounts: { accessToken: () => Promise.reject(new Rejected('token_expired', 'expired')) } }],
    ['gets no token', { buckets: { claim: async () => ({ granted: false, waitSeconds: 3 }) } }],
    ['meets a database that is away', { buckets: { claim: () => Promise.reject(new Error('away')) } }],
  ])('gives its place back at once where it %s', async (_, changes) => {
    expect(await closedGrants(changes)).toEqual([grant]);
  });

  it('gives its place back at once where an image cannot be read', async () => {
    expect(await closedGrants({}, () => Promise.reject(new AssetUnreadable('gone')))).toEqual([grant]);
  });

  it('leaves alone a grant that was claimed', async () => {
    expect(await closedGrants({})).toEqual([]);
  });
});
