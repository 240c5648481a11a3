import { readFuzzedAnswers } from './read-fuzzed-answers';

/** `npm run campaign sdk-answers` reads 100,000. */
const answers = 2_000;

test('whatever is answered, a call gives what was said or fails with an error of the SDK', async () => {
  const { parsed, failed } = await readFuzzedAnswers(answers, 44);
  expect(parsed + failed).toBe(answers);
  expect(Math.min(parsed, failed)).toBeGreaterThan(answers / 10);
  expect(Object.keys({})).toEqual([]);
  expect(({} as { readonly status?: unknown }).status).toBeUndefined();
});
