import { ByteShares } from './byte-shares';

test('one key gets its share and all together the whole; what is given back is free again', () => {
  const shares = new ByteShares(100, 40);
  expect([shares.take('a', 40), shares.take('a', 1), shares.take('b', 40), shares.take('c', 21)]).toEqual([true, false, true, false]);
  expect([shares.fullFor('a'), shares.fullFor('c')]).toEqual(['caller', 'all']);
  expect(shares.take('c', 20)).toBe(true);
  shares.give('a', 40);
  expect([shares.take('d', 40), shares.take('d', 1)]).toEqual([true, false]);
});

test('a body larger than a share, or than all of them, is taken when nothing else is held', () => {
  const shares = new ByteShares(100, 40);
  expect([shares.take('a', 150), shares.take('a', 1), shares.take('b', 1)]).toEqual([true, false, false]);
  shares.give('a', 150);
  expect(shares.take('b', 1)).toBe(true);
});
