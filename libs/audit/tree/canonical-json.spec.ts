import { canonicalize } from 'json-canonicalize';
import { canonicalJson } from './canonical-json';

const texts = [
  '',
  'a',
  'Z',
  'é',
  '\u0000',
  '\n"\\',
  '\u001f\u007f\u2028',
  '😀',
  '\ud83d',
  '\ude00x',
  '€',
  'a\ud800b',
  '__proto__',
  '10',
  '9',
];
const numbers = [0, -0, 1, -1, 0.1, 1e21, 1e-7, 123456789012345680000, 5e-324, Number.MAX_SAFE_INTEGER, -1.5e300];

let seed = 11;
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
const anyOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const anyText = (): string => Array.from({ length: random(4) }, () => anyOf(texts)).join('');

function anyValue(depth: number): unknown {
  switch (random(depth > 0 ? 7 : 5)) {
    case 0:
      return anyText();
    case 1:
      return anyOf(numbers);
    case 2:
      return anyOf([true, false, null]);
    case 3:
      return anyText();
    case 4:
      return random(1_000_000) / 7;
    case 5:
      return Array.from({ length: random(5) }, () => anyValue(depth - 1));
    default:
      return Object.fromEntries(Array.from({ length: random(40) }, () => [anyText(), anyValue(depth - 1)]));
  }
}

it('writes what another implementation of RFC 8785 writes, of any value', () => {
  for (let run = 0; run < 3_000; run++) {
    const value = { any: anyValue(3) };
    expect(canonicalJson(value)).toBe(canonicalize(value));
  }
});

it('orders names by UTF-16 code units, as RFC 8785 shows it', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const text = canonicalJson(Object.fromEntries(names.map((name, at) => [name, at])));
  expect(text.match(/(?<=:)\d/g)).toEqual(['1', '3', '5', '6', '0', '4', '2']);
});

it('leaves out what is undefined, and refuses numbers that JSON does not hold', () => {
  expect(canonicalJson({ b: undefined, a: [undefined, 1] })).toBe('{"a":[null,1]}');
  expect(() => canonicalJson({ a: Number.NaN })).toThrow('JSON holds no NaN');
});
