type Arrange = (ids: readonly string[]) => readonly string[];

/** How held events are sent: `as_made`, `reversed` or `shuffled` by a seed, each so many times. A sentence when that is not what was said. */
export function arrangement(order: unknown = 'as_made', copies: unknown = 1, seed: unknown = 1): Arrange | string {
  if (typeof copies !== 'number' || !Number.isInteger(copies) || copies < 1 || copies > 10) return 'copies is a whole number from 1 to 10';
  if (typeof seed !== 'number' || !Number.isInteger(seed)) return 'seed is a whole number';
  const repeated: Arrange = (ids) => Array.from({ length: copies }, () => ids).flat();
  if (order === 'as_made') return repeated;
  if (order === 'reversed') return (ids) => repeated(ids).toReversed();
  return order === 'shuffled' ? (ids) => shuffled(repeated(ids), seed) : 'order is one of as_made, reversed, shuffled';
}

/** Fisher and Yates, with chance from a linear congruential generator. */
function shuffled(ids: readonly string[], seed: number): readonly string[] {
  const result = [...ids];
  let state = seed >>> 0;
  for (let last = result.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    [result[last], result[other]] = [result[other] ?? '', result[last] ?? ''];
  }
  return result;
}
