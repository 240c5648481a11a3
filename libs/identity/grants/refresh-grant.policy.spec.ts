import { decideRefresh, type GrantTokenState } from './refresh-grant.policy';

const start = new Date('2026-01-05T09:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const far = at(90 * 86_400);

/** Presents generations one after the other at seconds; says what came of each: the generation of the pair, or 'replay'. */
function present(...steps: readonly (readonly [seconds: number, generation: number] | readonly [seconds: number, 'used'])[]) {
  let state: GrantTokenState | null = null;
  return steps.map(([seconds, generation]) => {
    if (generation === 'used') {
      if (state) state = { ...state, isUsed: true };
      return 'used';
    }
    const decision = decideRefresh(generation, state, at(30 * 86_400), at(seconds), far);
    if (decision.kind === 'replay') return 'replay';
    if (decision.isChanged) state = decision.state;
    return decision.state.generation;
  });
}

test('a refresh gives the next pair, and for a minute predecessor and new token get that same one', () => {
  expect(present([0, 1], [0, 1], [59, 1], [59, 2], [30, 'used'], [59, 1], [59, 2])).toEqual([2, 2, 2, 2, 'used', 2, 2]);
});

test('use of the new pair does not end the minute, but ends the predecessor afterwards', () => {
  expect(present([0, 1], [1, 'used'], [59, 1], [60, 1])).toEqual([2, 'used', 2, 'replay']);
  expect(present([0, 1], [1, 2], [61, 1])).toEqual([2, 2, 'replay']);
});

test('a lost answer is given again hours later, while nothing of it was seen, and the chain does not grow', () => {
  expect(present([0, 1], [7_200, 1], [7_230, 1], [7_231, 'used'], [7_259, 1], [7_261, 2], [7_400, 1])).toEqual([
    2,
    2,
    2,
    'used',
    2,
    3,
    'replay',
  ]);
});

test('whatever is older is a replay at any time', () => {
  expect(present([0, 1], [100, 2], [101, 1], [102, 2])).toEqual([2, 3, 'replay', 3]);
});

test('one that is newer than what is known was given before a restored backup: it goes on from there', () => {
  expect(present([0, 1], [100, 7], [200, 8], [201, 6])).toEqual([2, 8, 9, 'replay']);
});

test('the same pair is the same to the millisecond; a lost one gets a fresh access token beside the same refresh token', () => {
  const first = decideRefresh(1, null, far, start, far);
  if (first.kind === 'replay') throw new Error('a replay');
  const repeated = decideRefresh(1, first.state, far, at(30), far);
  expect(repeated).toEqual({ kind: 'pair', state: first.state, isChanged: false });
  const later = decideRefresh(1, first.state, far, at(7_200), far);
  expect(later).toMatchObject({ state: { generation: 2, refreshEndsAt: first.state.refreshEndsAt, accessEndsAt: at(7_200 + 3_600) } });
});

test('neither token outlives its grant', () => {
  expect(decideRefresh(1, null, far, start, at(600))).toMatchObject({ state: { refreshEndsAt: at(600), accessEndsAt: at(600) } });
});
