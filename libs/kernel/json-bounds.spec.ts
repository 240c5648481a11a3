import { requireJsonBounds } from './json-bounds';

const refusalOf = (text: string | Buffer, most = 1_000): string | null => {
  try {
    requireJsonBounds(Buffer.from(text), most);
    return null;
  } catch (error) {
    return (error as { errors: { type: string }[] }).errors[0]?.type ?? 'none';
  }
};
const nested = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

test('64 levels are taken and 65 are not, whatever they are made of and wherever they end', () => {
  expect([refusalOf(nested(64)), refusalOf(nested(64, '1'))]).toEqual([null, null]);
  expect([refusalOf(nested(65)), refusalOf('['.repeat(65)), refusalOf('{"a":'.repeat(65)), refusalOf('[{"a":'.repeat(33))]).toEqual(
    Array(4).fill('nested_too_deep'),
  );
  expect(refusalOf(`\ufeff ${' [\n'.repeat(65)}`)).toBe('nested_too_deep');
  expect(refusalOf(`[${`${nested(63)},`.repeat(20)}1]`, 2_000)).toBeNull();
});

test('brackets and commas inside of strings count as text, also behind escapes', () => {
  expect(refusalOf(`["${'['.repeat(100)}","\\"${'[,'.repeat(600)}","\\\\",1]`)).toBeNull();
  expect(refusalOf(`["\\\\",${'['.repeat(64)}`)).toBe('nested_too_deep');
  expect(refusalOf(`["ü\\u005b${'['.repeat(100)}`)).toBeNull();
});

test('fields and items are counted before they are parsed, repeated names too and empty brackets not', () => {
  expect([refusalOf('[1,2,3]', 3), refusalOf('[1,2,3,4]', 3)]).toEqual([null, 'too_many_fields']);
  expect([refusalOf('{"a":[],"b":{}}', 2), refusalOf('{"a":[ ],"b":{"c":1}}', 2)]).toEqual([null, 'too_many_fields']);
  expect(refusalOf(`{${'"a":1,'.repeat(100_000)}"a":1}`)).toBe('too_many_fields');
});
