import { StoreAccessDenied, StoreUnavailable } from '@pps/event-store';
import { retryUntilReachable } from './retry-until-reachable';

const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

/** Work that goes wrong so many times. */
function failing(times: number, error: Error) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  };
  return { work, calls: () => calls };
}

it('waits for a database that is starting, and for a log that is away', async () => {
  expect(await retryUntilReachable(failing(2, starting).work, 60_000)).toBe(3);
  expect(await retryUntilReachable(failing(2, new StoreUnavailable('away')).work)).toBe(3);
});

it('does not wait for ever', async () => {
  const { work, calls } = failing(Infinity, starting);
  await expect(retryUntilReachable(work, 0)).rejects.toBe(starting);
  expect(calls()).toBeLessThanOrEqual(2);
});

it.each([
  ['the database', Object.assign(new Error('password authentication failed'), { code: '28P01' })],
  ['the event store', new StoreAccessDenied('read of log-identity')],
])('does not repeat what %s refuses', async (_, wrong) => {
  const { work, calls } = failing(1, wrong);
  await expect(retryUntilReachable(work, 60_000)).rejects.toBe(wrong);
  expect(calls()).toBe(1);
});
