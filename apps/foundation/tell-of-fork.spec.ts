import { ForkedLog } from '@pps/read-store';
import { tellOfFork } from './tell-of-fork';

it('tells of two servers once a minute, looks for the one that counts each time, and leaves every other error to others', () => {
  const lines: unknown[] = [];
  let now = 5;
  let looks = 0;
  const logger = { error: (fields: unknown) => lines.push(fields) } as never;
  const isTold = tellOfFork({ logger, findServer: () => void looks++ }, () => now);
  const fork = new ForkedLog('the projector', 7n);
  expect([isTold(fork), isTold(fork), isTold(new Error('another'))]).toEqual([true, true, false]);
  expect(lines).toEqual([{ reason: expect.stringContaining('the projector was given a fact at 7') as unknown }]);
  now += 60_000;
  isTold(fork);
  expect([lines.length, looks]).toEqual([2, 3]);
});
