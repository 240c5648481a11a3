import { ForkedLog } from '@pps/read-store';
import { tellOfFork } from './tell-of-fork';

it('tells of two servers once a minute, and leaves every other error to others', () => {
  const lines: unknown[] = [];
  let now = 5;
  const isTold = tellOfFork({ error: (fields: unknown) => lines.push(fields) } as never, () => now);
  const fork = new ForkedLog('the projector', 7n);
  expect([isTold(fork), isTold(fork), isTold(new Error('another'))]).toEqual([true, true, false]);
  expect(lines).toEqual([{ reason: expect.stringContaining('the projector was given a fact at 7') as unknown }]);
  now += 60_000;
  isTold(fork);
  expect(lines).toHaveLength(2);
});
