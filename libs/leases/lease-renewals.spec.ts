import { LeaseRenewals } from './lease-renewals';
import { fencingToken } from './testing';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Tells which of the leases have ended, of which each was asked for so many milliseconds ago; no renewal is ever answered. */
function holdUnrenewed() {
  const renewals = new LeaseRenewals({ join: () => new Promise(() => undefined) });
  const ended: string[] = [];
  const hold = (duty: string, askedMsAgo: number) => {
    const lease = { duty, ...fencingToken(1n), askedAt: performance.now() - askedMsAgo, wasOffered: false, lastHolder: null };
    void renewals.hold(lease, new AbortController().signal).then(() => ended.push(duty));
  };
  return { hold, ended };
}

it('ends a lease that was taken late before it may be lost, while the renewal of others hangs', async () => {
  const { hold, ended } = holdUnrenewed();
  hold('taken just now', 0);
  await jest.advanceTimersByTimeAsync(10);
  hold('taken late', 2_900);
  await jest.advanceTimersByTimeAsync(99);
  expect(ended).toEqual([]);
  await jest.advanceTimersByTimeAsync(2);
  expect(ended).toEqual(['taken late']);
  await jest.advanceTimersByTimeAsync(2_900);
  expect(ended).toEqual(['taken late', 'taken just now']);
});

it('ends a lease at once that may be lost when it is held', async () => {
  const { hold, ended } = holdUnrenewed();
  hold('taken just now', 0);
  hold('taken too late', 3_000);
  await jest.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['taken too late']);
});
