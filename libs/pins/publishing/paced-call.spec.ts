import { given } from '@pps/kernel/testing';
import { pinStream } from '../pin/pin.stream';
import type { WaitingPin } from '../pin/pin.state';
import { pinQueued } from '../testing';
import { pacedCall } from './paced-call';
import type { PublishingDeps } from './publishing-deps';

/** What a call comes to whose tokens were granted so many milliseconds after they were asked for, and how often it was made. */
async function calledAfter(ms: number): Promise<{ readonly outcome: unknown; readonly calls: number }> {
  let now = 1_000;
  let calls = 0;
  const deps = {
    accounts: { accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }) },
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
