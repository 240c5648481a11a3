import { createHash } from 'node:crypto';

/** A random source that is the same for a seed. */
export type Draw = (below: number) => number;

/** Numbers below a bound, the same ones for a seed. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const hostile: readonly unknown[] = [
  null,
  '',
  'x'.repeat(300),
  '\ud83d',
  'a\0b',
  '😀',
  '<script>alert(1)</script>',
  'http:example.org',
  '9999-12-31T23:59:60Z',
  'not-a-uuid',
  -1,
  0,
  1e308,
  0.1,
  true,
  [],
  [null],
  [[[]]],
  {},
  { a: { b: 1 } },
  { constructor: 1 },
  'whsec_c2VjcmV0',
];

/** A value that no field wants, or that some field might. */
export const hostileValue = (draw: Draw): unknown => hostile[draw(hostile.length)];

const letters = 'abcdefghijklmnopqrstuvwxyz_-. é\u202e';

/** A name near to a given one, or far from all. */
export function mistypedName(name: string, draw: Draw): string {
  const at = draw(name.length + 1);
  const letter = letters[draw(letters.length)] ?? '';
  switch (draw(4)) {
    case 0:
      return name.slice(0, at) + letter + name.slice(at);
    case 1:
      return name.slice(0, at) + name.slice(at + 1);
    case 2:
      return name.toUpperCase();
    default:
      return createHash('sha256')
        .update(`${name}${at}`)
        .digest('hex')
        .slice(0, 1 + draw(40));
  }
}

/** An object of some of the given fields with values that do not fit, and of some mistyped ones; in one of twenty cases something that is no object. */
export function fuzzedBody(fields: readonly string[], draw: Draw): unknown {
  if (draw(20) === 0) return hostileValue(draw);
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const kind = draw(4);
    if (kind === 0) continue;
    Object.defineProperty(body, kind === 1 ? mistypedName(field, draw) : field, {
      value: hostileValue(draw),
      enumerable: true,
      configurable: true,
    });
  }
  return body;
}
