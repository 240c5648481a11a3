import { keysOfSameValue } from './keys-of-same-value';

it.each([
  ['123', '00123'],
  ['00123', '123'],
  ['123.0', '123'],
  ['123.0', '00123'],
  ['0', '000'],
  ['1.5', '1.50'],
  ['700000', '7e5'],
  ['700000', '70E4'],
  ['1234000000000000', '1234e12'],
  ['TRUE', 'true'],
  ['True', 'true'],
  ['2026-11-28T00:00:00+00:00', '2026-11-28'],
  ['2026-11-28 00:00:00', '2026-11-28'],
  ['2026/11/28', '2026-11-28'],
  ['11/28/26', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['2026/01/02', '1/2'],
  ['1/2/01', '1/2'],
  ['2001-01-02', '1-2'],
  ['02.01.26', '2/1'],
])('%s may have been %s', (key, before) => {
  expect(keysOfSameValue(key)).toContain(before);
  expect(keysOfSameValue(key)).not.toContain(key);
});

it.each([['door-00123'], ['import-0123-1'], ['1/2'], ['2026-11-28T09:00:00Z'], [''], ['truely'], ['0x10'], ['9'.repeat(255)]])(
  'there is none for %s',
  (key) => expect(keysOfSameValue(key)).toEqual([]),
);

it('a number of another value is none', () => {
  expect(keysOfSameValue('123')).not.toContain('1230');
});

it.each(['813744226420000402', '20261128000000016', '20261128000000000016', '9007199254740993'])('%s has no neighbours', (key) => {
  expect(keysOfSameValue(key)).toEqual([]);
});

it.each(['0', '7', '100000000000000000', '99999999999999999999', '90000000000000000', '0.5000', '2026-01-02'])(
  'there are few for %s',
  (key) => {
    expect(keysOfSameValue(key).length).toBeLessThan(30);
  },
);
