import { judgeDeliveries, type Delivered } from './judge-deliveries';
import type { Accepted } from './unreliable-sink';

const pinIds = ['a', 'b'];
const accepted: readonly Accepted[] = pinIds.flatMap((pinId, pin) =>
  ['pin.queued', 'pin.published'].map((type, n) => ({ id: `${pinId}${n}`, type, sequence: pin * 2 + n + 1, pinId })),
);
const whole: Delivered = { webhook: '/1', newest: 4, pinIds, accepted };
const [first, ...others] = accepted as [Accepted, ...Accepted[]];

test('what came once, in any order, is right', () => {
  expect(judgeDeliveries([{ ...whole, accepted: [...accepted].reverse() }])).toEqual({ events: 4, lost: 0, duplicates: 0, violations: [] });
});

test.each([
  ['a lost event', { accepted: others }, 'did not come, the first 1'],
  ['a lost last event', { newest: 5 }, 'did not come, the first 5'],
  ['a sequence nobody gave', { newest: 3 }, 'sequence 4 was never given'],
  ['another id at a repeat', { accepted: [...accepted, { ...first, id: 'other' }] }, 'sequence 1 came as a0 and other'],
  ['one id for two', { accepted: [...others, { ...first, id: 'a1' }] }, 'two sequences have one id'],
  ['a pin without its event', { pinIds: ['a', 'b', 'c'] }, 'the first c pin.queued'],
  ['too many repeats', { accepted: [...accepted, first] }, '1 of 4 came again'],
])('%s is found', (_, changes, said) => {
  expect(judgeDeliveries([{ ...whole, ...changes }]).violations.join('\n')).toContain(said);
});
