import { beginOfDay, mergeDailySums } from './daily-sums';

it.each([
  ['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T00:00:00.000Z'],
])('the day of %s begins at %s', (at, begin) => expect(beginOfDay(new Date(at))).toBe(begin));

it('adds up rows of one key, keeps the largest where that is wanted, and otherwise what came last', () => {
  const row = (account: string, calls: number, slowest: number, position: string) => ({ account, epoch: 1, calls, slowest, position });
  expect(
    mergeDailySums(
      [row('a', 1, 20, '1'), row('b', 1, 5, '2'), row('a', 2, 10, '3'), row('a', 4, 30, '4')],
      ['account', 'epoch'],
      ['slowest'],
    ),
  ).toEqual([row('a', 7, 30, '4'), row('b', 1, 5, '2')]);
});
