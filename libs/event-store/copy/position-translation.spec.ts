import { PositionTranslation } from './compare-logs';

function translate(pairs: readonly (readonly [number, number])[], ...wanted: readonly number[]) {
  const translation = new PositionTranslation(wanted.map(BigInt));
  for (const [source, copy] of pairs) translation.note(BigInt(source), BigInt(copy));
  const found = translation.end();
  return wanted.map((position) => {
    const { upTo, of } = found.get(BigInt(position))!;
    return [Number(upTo), Number(of)];
  });
}

it('finds an event where it stands in the copy, and goes back to the last one where none stood', () => {
  const pairs = [
    [10, 3],
    [20, 4],
    [30, 9],
  ] as const;
  expect(translate(pairs, -1, 5, 10, 15, 20, 30, 99)).toEqual([
    [-1, -1],
    [-1, -1],
    [3, 3],
    [3, 3],
    [4, 4],
    [9, 9],
    [9, 9],
  ]);
});

it('goes back before an append whose events share a position in the copy, unless all of it is behind', () => {
  const pairs = [
    [1, 100],
    [2, 250],
    [3, 250],
    [4, 250],
    [5, 300],
  ] as const;
  expect(translate(pairs, 1, 2, 3, 4, 5)).toEqual([
    [100, 100],
    [100, 250],
    [100, 250],
    [250, 250],
    [300, 300],
  ]);
});
