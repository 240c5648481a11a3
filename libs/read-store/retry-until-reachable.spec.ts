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
  expect(await retryUntilReachable(failing(2, starting).work, { patienceMs: 60_000 })).toBe(3);
  expect(await retryUntilReachable(failing(2, new StoreUnavailable('away')).work)).toBe(3);
});

it('says what it waits for, each time', async () => {
  const said: unknown[] = [];
  await retryUntilReachable(failing(2, starting).work, { onFailure: (error) => said.push(error) });
  expect(said).toEqual([starting, starting]);
});

it('waits for the server behind a pooler', async () => {
  const failed = Object.assign(new Error('server login has been failing, try again later (server_login_retry)'), { code: '08P01' });
  expect(await retryUntilReachable(failing(1, failed).work)).toBe(2);
});

it('does not wait for ever', async () => {
  const { work, calls } = failing(Infinity, starting);
  await expect(retryUntilReachable(work, { patienceMs: 0 })).rejects.toBe(starting);
  expect(calls()).toBeLessThanOrEqual(2);
});

it.each([
  ['the database', Object.assign(new Error('password authentication failed'), { code: '28P01' })],
  ['a pooler', Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' })],
  ['the event store', new StoreAccessDenied('read of log-identity')],
])('does not repeat what %s refuses', async (_, wrong) => {
  const { work, calls } = failing(1, wrong);
  await expect(retryUntilReachable(work, { patienceMs: 60_000 })).rejects.toBe(wrong);
  expect(calls()).toBe(1);
});
