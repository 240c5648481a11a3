/** Digits that a key with leading zeros is taken to have at most. */
const widest = 8;
const mostDecimals = 4;

/**
 * Keys that a spreadsheet, or a library that takes texts for values, writes as this one when it saves a file again: `00123` for `123`, `123` for
 * `123.0`, `1.50` for `1.5`, `7e5` for `700000`, `true` for `TRUE`, `1/2` for `2026-01-02`. At most some twenty, and none for a key that begins with a letter.
 */
export function keysOfSameValue(key: string): string[] {
  const [, whole, decimals] = /^(\d{1,20})(?:\.(\d{1,4}))?$/.exec(key) ?? [];
  if (whole === undefined) return others(key, [...casesOf(key), ...daysOf(key)]);
  const fraction = (decimals ?? '').replace(/0+$/, '');
  if (fraction !== '') return others(key, withDecimals(whole, fraction));
  const digits = whole.replace(/^0+(?=\d)/, '');
  return others(key, [...withZerosBefore(digits), ...withExponent(digits)]);
}

const others = (key: string, keys: readonly string[]): string[] => [...new Set(keys)].filter((one) => one !== key);

const casesOf = (word: string): string[] => {
  if (!/^(?:true|false)$/i.test(word)) return [];
  const [small, large] = [word.toLowerCase(), word.toUpperCase()];
  return [small, large, `${large.slice(0, 1)}${small.slice(1)}`];
};

const isoDay = /^(?<year>\d{4})[-/](?<month>\d\d?)[-/](?<day>\d\d?)(?:[T ]00:00\b.{0,20})?$/;
const americanDay = /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?:20)?(?<short>\d\d)$/;
const germanDay = /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?:20)?(?<short>\d\d)$/;

/** A day as people and programs write it; one without a year as well, which programs add. */
function daysOf(text: string): string[] {
  const parts = (isoDay.exec(text) ?? americanDay.exec(text) ?? germanDay.exec(text))?.groups;
  if (!parts) return [];
  const year = parts['year'] ?? `20${parts['short']}`;
  const [month = '', day = ''] = [parts['month'], parts['day']].map((part) => String(Number(part)));
  const [wideMonth, wideDay] = [month.padStart(2, '0'), day.padStart(2, '0')];
  return [
    ...[`${year}-${wideMonth}-${wideDay}`, `${year}/${wideMonth}/${wideDay}`, `${month}/${day}/${year}`, `${wideMonth}/${wideDay}/${year}`],
    ...[`${month}/${day}`, `${month}-${day}`, `${wideMonth}/${wideDay}`, `${wideMonth}-${wideDay}`],
    ...[`${day}.${month}.${year}`, `${wideDay}.${wideMonth}.${year}`, `${day}/${month}`, `${day}.${month}.`, `${day}-${month}`],
  ];
}

const withDecimals = (whole: string, fraction: string): string[] =>
  Array.from({ length: mostDecimals - fraction.length + 1 }, (_, zeros) => `${whole}.${fraction}${'0'.repeat(zeros)}`);

const withZerosBefore = (digits: string): string[] => [
  digits,
  ...Array.from({ length: Math.max(0, widest - digits.length) }, (_, zeros) => digits.padStart(digits.length + zeros + 1, '0')),
];

function withExponent(digits: string): string[] {
  const mantissa = digits.replace(/0+$/, '');
  const zeros = digits.length - mantissa.length;
  if (mantissa === '' || zeros < 2) return [];
  const moved = [0, 1, 2].filter((places) => places < zeros);
  return moved.flatMap((places) => ['e', 'E'].map((sign) => `${mantissa}${'0'.repeat(places)}${sign}${zeros - places}`));
}
