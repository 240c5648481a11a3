import { simulate } from './simulate';

it('the same seed does the same again, to the last fact and call, and another one does not', async () => {
  const [first, again, other] = [await simulate(250, 7), await simulate(250, 7), await simulate(250, 8)];
  expect([first.trace, first.steps]).toEqual([again.trace, again.steps]);
  expect(other.trace).not.toBe(first.trace);
});
