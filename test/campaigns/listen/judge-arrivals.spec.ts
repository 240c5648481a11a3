import { judgeArrivals, type Arrival } from './judge-arrivals';

const arrivals = (...sequences: readonly number[]): Arrival[] => sequences.map((sequence) => ({ sequence, id: `evt_${sequence}` }));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

test('all in order, and few again, is as promised', () => {
  expect(judgeArrivals(arrivals(...upTo(100), 7), 100)).toEqual({ lost: 0, repeats: 1, violations: [] });
});

test.each([
  ['lost', arrivals(1, 3), 3, '1 did not come, the first 2'],
  ['out of order', arrivals(2, 1), 2, '1 came after 2'],
  ['again with another id', [...arrivals(...upTo(100)), { sequence: 1, id: 'evt_x' }], 100, '1 came as evt_1 and evt_x'],
  ['again too often', arrivals(1, 2, 2), 2, '1 of 2 came again, more than 1 %'],
  ['never given', arrivals(1, 2), 1, '2 was never given'],
])('%s is a violation', (_, came, newest, violation) => {
  expect(judgeArrivals(came, newest).violations).toContain(violation);
});
