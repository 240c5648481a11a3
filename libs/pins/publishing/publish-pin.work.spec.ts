import { given } from '@pps/kernel/testing';
import type { PinPublishDeferred } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';
import { attemptStarted, pinQueued } from '../testing';
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
    runner: {
      load: async (type: unknown) => ({ state: type === pinStream ? state : { kind: 'created', epoch: 0 }, revision: 2 }),
      run: async () => Promise.reject(new Error('started')),
    },
    presentEpoch: async () => true,
    images: { reserve: async () => () => undefined },
    dropGrant: async () => void done.push('dropped'),
    clock: () => new Date(now),
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
