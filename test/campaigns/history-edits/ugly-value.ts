const texts = [
  '',
  'é',
  '🚪',
  '\ud83d',
  '\udeaa\ud83d',
  '\u0000',
  '\u2028"\\/',
  '\u007f',
  'ﬀ',
  '__proto__',
  '9',
  '10',
  'constructor',
  '\n\t\b\f\r',
];
const numbers = [0, -0, 1, -1, 1e21, 1e-7, 123456789012345680000, 0.1, 5e-324, Number.MAX_VALUE, 9007199254740993, 1.5e300, 1 / 3];

const pick = <T>(random: () => number, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** A value of JSON, chosen by chance, at most so deep. */
export function uglyValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 6 : 4));
  switch (kind) {
    case 0:
      return pick(random, texts) + pick(random, texts);
    case 1:
      return pick(random, numbers) * (random() < 0.5 ? 1 : random());
    case 2:
      return pick(random, [null, true, false]);
    case 3:
      return Math.floor(random() * 1_000);
    case 4:
      return Array.from({ length: Math.floor(random() * 4) }, () => uglyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [pick(random, texts) + pick(random, texts), uglyValue(random, depth - 1)]),
      );
  }
}
