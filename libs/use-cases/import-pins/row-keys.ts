import type { RoundedKey, RowRequest } from '@pps/imports';
import { contentHash } from '@pps/pins';
import type { PinContent } from '@pps/pins/events';
import { createHash } from 'node:crypto';

/** A request of a file's row, which need not have a key of its own. */
export type KeylessRow = Omit<RowRequest, 'idempotencyKey'> & { readonly idempotencyKey: string | null };

const keyPrefix = 'import-';
const hashLength = 40;
const madeKey = /^import-([0-9a-f]{40})-(\d+)$/;

/**
 * Gives each row without a key one made of its content, whatever its line ends, and of how often the same content stood before it in the file: so a file that is sent
 * again, in another order or with some rows mended, has the same keys for the same rows.
 */
export function withRowKeys(requests: readonly (KeylessRow | null)[]): (RowRequest | null)[] {
  const seen = new Map<string, number>();
  return requests.map((request) => {
    if (!request) return null;
    if (request.idempotencyKey !== null) return { ...request, idempotencyKey: request.idempotencyKey };
    const hash = hashOfRow(request);
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return { ...request, idempotencyKey: `${keyPrefix}${hash}-${occurrence}` };
  });
}

/** Whether a row's key says that the same content stood before it: alone, in another file, it would get another key. */
export const isRepeatedContent = (key: string): boolean => /^import-[0-9a-f]{40}-(?:[2-9]|[1-9]\d+)$/.test(key);

/** The content with one kind of line ends in its texts. */
export const withLineEnds = (content: PinContent, end: '\n' | '\r\n'): PinContent => ({
  ...content,
  ...Object.fromEntries(Object.entries(content).map(([field, value]) => [field, oneLineEnd(value, end)])),
});

const oneLineEnd = (value: unknown, end: string): unknown => (typeof value === 'string' ? value.replace(/\r\n|\r|\n/g, end) : value);

/** A key that a row may have in the log; `isOwn`: it was made of this row's content, whatever its line ends. */
interface RowKey {
  readonly key: string;
  readonly isOwn: boolean;
}

/**
 * The keys that a row may have in the log: its own, and where that was made of content with line ends, those that releases before 1.59 made of the content as it
 * was sent, with CRLF or with LF.
 */
export function keysOfRow({ idempotencyKey, ...request }: RowRequest): RowKey[] {
  const [, made, occurrence] = madeKey.exec(idempotencyKey) ?? [];
  const contents = [request.content, withLineEnds(request.content, '\n'), withLineEnds(request.content, '\r\n')];
  const hashes = made === undefined ? [] : contents.map((content) => hashOf({ ...request, content }));
  const others = made !== undefined && hashes.includes(made) ? hashes.map((hash) => `${keyPrefix}${hash}-${occurrence}`) : [];
  return [...new Set([idempotencyKey, ...others])].map((key) => ({ key, isOwn: others.includes(key) }));
}

/** Of all that a row asks for but its key, whatever its line ends. */
export const hashOfRow = (request: Omit<KeylessRow, 'idempotencyKey'>): string =>
  hashOf({ ...request, content: withLineEnds(request.content, '\n') });

function hashOf({ accountId, boardId, content, runAt }: Omit<KeylessRow, 'idempotencyKey'>): string {
  const hash = contentHash(accountId, boardId, content);
  const whole = runAt === null ? hash : createHash('sha256').update(`${hash} ${runAt}`).digest('hex');
  return whole.slice(0, hashLength);
}

/** Digits that a key with leading zeros is taken to have at most. */
const mostDigits = 8;
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
  ...Array.from({ length: Math.max(0, mostDigits - digits.length) }, (_, zeros) => digits.padStart(digits.length + zeros + 1, '0')),
];

function withExponent(digits: string): string[] {
  const mantissa = digits.replace(/0+$/, '');
  const zeros = digits.length - mantissa.length;
  if (mantissa === '' || zeros < 2) return [];
  const moved = [0, 1, 2].filter((places) => places < zeros);
  return moved.flatMap((places) => ['e', 'E'].map((sign) => `${mantissa}${'0'.repeat(places)}${sign}${zeros - places}`));
}

/** What programs may make of the keys of these rows, with what each row asks for. */
export const roundedKeysOf = (requests: readonly (RowRequest | null)[]): RoundedKey[] =>
  requests.flatMap((request) => {
    const roundings = request ? roundingsOfKey(request.idempotencyKey) : [];
    if (!request || roundings.length === 0) return [];
    const contentHash = hashOfRow(request);
    return roundings.map((rounded) => ({ contentHash, rounded, key: request.idempotencyKey }));
  });

/** Of a number, by a spreadsheet. */
const digitsKept = 15;
/** Of a number, by a program that calculates with the long double of its processor, as Gnumeric does. */
const longDoubleBits = 64;
const longestRounded = 64;

/**
 * What programs that take a key of 16 digits or more for a number write instead of it, without an exponent: floating point as JavaScript prints it and digit by
 * digit, long double, and fifteen digits with zeros behind them. None for another key, and none that is the key itself. At most five.
 */
export function roundingsOfKey(key: string): string[] {
  const digits = key.replace(/^0+/, '');
  if (key.length > longestRounded || !/^\d{16,}$/.test(digits)) return [];
  const float = Number(digits);
  const printed = [String(float), BigInt(float).toString(), inLongDouble(BigInt(digits)).toString(), ...inFifteenDigits(digits)];
  return [...new Set(printed)].filter((one) => one !== digits && one !== key && /^\d+$/.test(one));
}

/** The nearest that is so many bits and zeros behind them; of two, the even one. */
function inLongDouble(value: bigint): bigint {
  const lost = BigInt(Math.max(0, value.toString(2).length - longDoubleBits));
  if (lost === 0n) return value;
  const [kept, rest, half] = [value >> lost, value & ((1n << lost) - 1n), 1n << (lost - 1n)];
  const isUp = rest > half || (rest === half && (kept & 1n) === 1n);
  return (isUp ? kept + 1n : kept) << lost;
}

/** Cut off as Excel does, and rounded. */
function inFifteenDigits(digits: string): string[] {
  const zeros = '0'.repeat(digits.length - digitsKept);
  const kept = BigInt(digits.slice(0, digitsKept));
  return [`${kept}${zeros}`, ...(Number(digits[digitsKept]) >= 5 ? [`${kept + 1n}${zeros}`] : [])];
}
