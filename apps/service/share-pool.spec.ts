import { sharePool } from './share-pool';

it('hosts in one process hold 12 connections by default, not the 40 of four processes', () => {
  expect(sharePool(10)).toEqual({ inAll: 12, ofEach: 4 });
});

it('locks of accounts, half of the share of each of three hosts, leave half of the connections free, and one of the fewest', () => {
  const free = (hostSize: number) => {
    const { inAll, ofEach } = sharePool(hostSize);
    return inAll - 3 * Math.floor(ofEach / 2);
  };
  for (let hostSize = 3; hostSize <= 200; hostSize++) expect(free(hostSize)).toBeGreaterThanOrEqual((hostSize + 2) / 2 - 1);
  expect(free(2)).toBe(1);
});
