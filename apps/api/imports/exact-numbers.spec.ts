import { hasLostDigits, holdsLostDigits, withExactNumbers } from './exact-numbers';

const exact = (json: string) => withExactNumbers(JSON.parse(json), json);

test('a number that JSON cannot keep becomes the text of what was written, wherever it stands', () => {
  const json = '[{"board_id": 813744226420000001,"n":-90071992547409931 , "far":1e400,"title":"813744226420000001 \\"1e400\\\\"},[1e25]]';
  expect(exact(json)).toEqual([
    { board_id: '813744226420000001', n: '-90071992547409931', far: '1e400', title: '813744226420000001 "1e400\\' },
    ['1e25'],
  ]);
});

test('all else stays as it is', () => {
  const value = [{ a: 1, b: -2.5e3, c: true, d: false, e: null, f: 'true 1', g: 9007199254740991, h: [] }, 0.1, '', '\\'];
  expect(exact(JSON.stringify(value, null, 1))).toEqual(value);
});

test.each([813744226420000001, -1e16, Infinity])('%p has lost digits', (value) => expect(hasLostDigits(value)).toBe(true));
test.each([9007199254740991, 0.1, 0, '813744226420000001', null])('%p has not', (value) => expect(hasLostDigits(value)).toBe(false));

test('only the rows that lost digits are read once more', () => {
  const json = ' [ {"a":["],[\\"",{"n":1}]} , [] ,{"b":[[813744226420000401]]}, "x,\\\\",-9007199254740993]\n';
  const rows: unknown[] = JSON.parse(json);
  const read = withExactNumbers(rows, json);
  expect(read).toEqual([{ a: ['],["', { n: 1 }] }, [], { b: [['813744226420000401']] }, 'x,\\', '-9007199254740993']);
  expect([0, 1, 2].map((index) => read[index] === rows[index])).toEqual([true, true, false]);
});

test('lost digits are found in lists and objects', () => {
  expect([[['a', 813744226420000401]], { a: { b: [1e16] } }, ['a', { b: 7 }], null].map(holdsLostDigits)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
