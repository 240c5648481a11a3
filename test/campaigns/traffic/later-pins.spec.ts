import { asCreations, latenessOf } from './later-pins';

const pins = [
  { title: 'a', runAt: 1_000, isSure: true },
  { title: 'b', runAt: 1_000, isSure: true },
  { title: 'c', runAt: null, isSure: true },
  { title: 'd', runAt: 1_000, isSure: false },
];

test('one that is not there counts as created, so that a judge finds it lost, unless it need not be', () => {
  expect(asCreations(pins, [{ id: '1', title: 'a' }])).toEqual([
    { title: 'a', pinId: '1', refusal: null },
    { title: 'b', pinId: 'none', refusal: null },
    { title: 'c', pinId: 'none', refusal: null },
  ]);
  expect(asCreations(pins, [{ id: '4', title: 'd' }])).toContainEqual({ title: 'd', pinId: '4', refusal: null });
});

test('what has a time is compared with it; rows of a file and other pins have none', () => {
  const onPlatform = ['a', 'b', 'c', 'e'].map((title) => ({ title, received_at: title === 'a' ? 1_200 : 998 }));
  expect(latenessOf(pins, onPlatform)).toEqual([
    { title: 'a', ms: 200 },
    { title: 'b', ms: -2 },
  ]);
});
