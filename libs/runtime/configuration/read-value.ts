import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Bucket, SettingKind, Setting, ValueOfKind } from './setting';

type Reader<K extends SettingKind> = (text: string, setting: Extract<Setting, { kind: K }>) => ValueOfKind[K] | undefined;

const millisecondsPer = new Map(Object.entries({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }));
const longestDuration = 366 * 86_400_000;

const readers: { readonly [K in SettingKind]: Reader<K> } = {
  port: (text) => integerBetween(text, 0, 65_535),
  integer: (text, { min, max }) => integerBetween(text, min, max),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  string: (text) => text,
  secret: (text) => text,
  path: (text) => (text.includes('\0') ? undefined : resolve(text)),
  enum: (text, { options }) => (options.includes(text) ? text : undefined),
  duration: readDuration,
  durations: readDurations,
  bucket: readBucket,
  key: readKey,
  keys: readKeys,
  origins: readOrigins,
  proxies: readProxies,
  url: readUrl,
};

const expectations: { readonly [K in SettingKind]: (setting: Extract<Setting, { kind: K }>) => string } = {
  port: () => 'a port number from 0 to 65535',
  integer: ({ min, max }) => `a whole number from ${min} to ${max}`,
  boolean: () => 'true or false',
  string: () => 'a text',
  secret: () => 'a text',
  path: () => 'a path',
  enum: ({ options }) => `one of ${options.join(', ')}`,
  duration: () => 'a duration such as 500ms, 20s, 15m or 48h',
  durations: () => 'durations separated by commas, such as 2s,10s',
  bucket: () => 'capacity/refill per second, such as 50/1',
  key: () => '32 bytes in base64 (openssl rand -base64 32)',
  keys: () => 'keys of 32 bytes in base64, separated by commas',
  origins: () => '* or origins such as https://app.example.com, separated by commas',
  proxies: () =>
    'false, true, a number of proxies from 1 to 10, or their addresses and networks separated by commas, such as 10.0.0.0/8,::1',
  url: ({ schemes }) => `a URL starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
};

/** The value a text stands for, or undefined when the text is not of the setting's kind. */
export function readValue(text: string, setting: Setting): ValueOfKind[SettingKind] | undefined {
  const read = readers[setting.kind] as Reader<SettingKind>;
  return read(text, setting as never);
}

/** What a setting's text must look like, in words. */
export function expectationOf(setting: Setting): string {
  const expect = expectations[setting.kind] as (setting: Setting) => string;
  return expect(setting);
}

function integerBetween(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

// A bare number means seconds.
function readDuration(text: string): number | undefined {
  const match = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]) * (millisecondsPer.get(match[2] ?? 's') ?? NaN);
  return value > 0 && value <= longestDuration ? value : undefined;
}

function readDurations(text: string): readonly number[] | undefined {
  const values = text.split(',').map((part) => readDuration(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function readBucket(text: string): Bucket | undefined {
  const match = /^(\d{1,9})\/(\d{1,9}(?:\.\d{1,6})?)$/.exec(text);
  if (!match) return undefined;
  const bucket = { capacity: Number(match[1]), refillPerSecond: Number(match[2]) };
  return bucket.capacity >= 1 && bucket.refillPerSecond > 0 ? bucket : undefined;
}

function readKey(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

function readKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((part) => readKey(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function readOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => part.trim());
  if (origins.includes('*')) return origins.length === 1 ? origins : undefined;
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
}

// Several hosts in one URL (esdb://a,b) are no URL by the standard, so only web addresses are parsed.
function readUrl(text: string, { schemes, keepsTrailingSlash }: Extract<Setting, { kind: 'url' }>): string | undefined {
  const match = /^([a-z+]+):\/\/[^\s/?#]+[^\s]*$/.exec(text);
  if (!match?.[1] || !schemes.includes(match[1])) return undefined;
  if (match[1].startsWith('http') && !URL.canParse(text)) return undefined;
  return match[1].startsWith('http') && !keepsTrailingSlash ? text.replace(/\/+$/, '') : text;
}

function readProxies(text: string): false | number | readonly string[] | undefined {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  const hops = integerBetween(text, 1, 10);
  if (hops !== undefined) return hops;
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every((range) => (range.includes('/') ? ipaddr.isValidCIDR(range) : isWholeAddress(range))) ? ranges : undefined;
}

// `10.1` and `3` are addresses to many programs, and mean others than a reader expects.
const isWholeAddress = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
