import { fold } from '@pps/kernel';
import { pinStream } from '../pin/pin.stream';
import type { PinFact } from '../pin/pin.events';
import { attemptStarted, pinQueued } from '../testing';
import { awaitLastCalls } from './last-calls';

const published: PinFact = {
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: '9', platformUrl: 'https://p/9', publishedAt: '2026-11-20T10:00:01.000Z', via: 'answer' },
};
const owner = { accountId: 'account' };

/** For how long the calls of an account are waited for, of which one has begun and ends after so many milliseconds. */
async function waitedFor(endsAfterMs: number, attempt = 1): Promise<number> {
  let now = 0;
  await awaitLastCalls(
    {
      closeGrants: async () => [{ pinId: 'pin', attempt }],
      streams: {
        load: (async () => ({
          state: fold(pinStream.decider, [pinQueued(), attemptStarted(), ...(now >= endsAfterMs ? [published] : [])]),
          revision: 1,
        })) as never,
      },
      pause: async (ms) => void (now += ms),
      monotonic: () => now,
    },
    owner,
  );
  return now;
}

it('a call that has begun is waited for until its outcome is known', async () => {
  expect(await waitedFor(700)).toBe(700);
});

it('a platform that hangs keeps nobody waiting for more than two seconds', async () => {
  expect(await waitedFor(60_000)).toBe(2_000);
});

it('an attempt of before is not waited for', async () => {
  expect(await waitedFor(60_000, 7)).toBe(0);
});
