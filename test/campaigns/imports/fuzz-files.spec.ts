import { fuzzFiles } from './fuzz-files';

it('hundreds of files made by chance are refused with the reason, or each row has an answer', async () => {
  const fuzzed = await fuzzFiles(600, 7);
  expect(fuzzed.violations).toEqual([]);
  expect([fuzzed.refused > 50, fuzzed.read > 50, fuzzed.rowsAtFault > 50]).toEqual([true, true, true]);
});
