import { createHash } from 'node:crypto';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** What was drawn, signed or hashed: long, and of letters of both kinds and digits, or hexadecimal. */
const drawn = /[A-Za-z0-9_+/.-]{22,}={0,2}/g;
const epoch = Date.parse('2026-01-05T09:00:00.000Z');
const minuteMs = 60_000;
/** What is planned has to be in the future for whoever sends the example. */
const planned = '2030-01-07T09:00:00.000Z';
const plannedFields = ['run_at', 'expected_at'];
/** What is short, or has to be known for what it is. */
const shownAs: Readonly<Record<string, string | number>> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
  api_key: 'pps_live_EXAMPLEexampleEXAMPLEexampleEXAMPLEexam',
  key_prefix: 'pps_live_EXAM',
  expires: 1767690000,
};

export interface ReplacedAddress {
  readonly from: string;
  readonly to: string;
}

/**
 * The same examples whoever records them: ids are counted, moments counted from one Monday, what was drawn is derived from its place, so that no
 * secret of the walk is in them. The same value stays the same everywhere.
 */
export function steadyExamples<Examples>(examples: Examples, addresses: readonly ReplacedAddress[], begunAt: Date): Examples {
  const ids = counted((count) => `0197a000-0000-7000-8000-${String(count).padStart(12, '0')}`);
  const secrets = counted((count, text) => derivedLike(text, count));
  const moments = momentsOf(JSON.stringify(examples), begunAt);
  const keys = counted((count) => `door-${count}`);
  const steadyText = (text: string, field: string): string => {
    if (plannedFields.includes(field)) return planned;
    if (field === 'recovery_codes' || field === 'recovery_code') return text.replace(/[a-z0-9]/g, 'x');
    if (field === 'code' && /^\d{6}$/.test(text)) return '123456';
    if (itemKey.test(text)) return keys(text);
    let steady = text;
    for (const { from, to } of addresses) steady = steady.replaceAll(from, to).replaceAll(encodeURIComponent(from), encodeURIComponent(to));
    for (const [written, shown] of words) steady = steady.replace(written, shown);
    steady = steady.replace(moment, (each) => moments.get(each) ?? each).replace(uuid, (each) => ids(each));
    return steady.replace(drawn, (each) => (isDrawn(each) ? secrets(each) : each));
  };
  const steady = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (Object.hasOwn(shownAs, field)) return shownAs[field];
      return typeof value === 'string' ? steadyText(value, field) : value;
    }
    if (Array.isArray(value)) return value.map((item) => steady(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, steady(inner, name)]));
  };
  return steady(examples) as Examples;
}

const id = uuid.source;
const itemKey = new RegExp(`^walk ${id}$`);
/** What makes the words of a walk differ from those of another one. */
const words: readonly (readonly [written: RegExp, shown: string])[] = [
  [new RegExp(`walk\\.${id}@example\\.test`, 'g'), 'ada@example.com'],
  [new RegExp(`walked\\.${id}@example\\.test`, 'g'), 'ada.new@example.com'],
  [new RegExp(`google\\.${id}@example\\.test`, 'g'), 'grace@example.com'],
  [new RegExp(`walk-${id}`, 'g'), 'adas-doors'],
  [new RegExp(`^horse ${id}$`), 'correct horse battery'],
  [new RegExp(`^second ${id}$`), 'another horse battery'],
  [new RegExp(`^third ${id}$`), 'a third horse battery'],
  [new RegExp(`walk\\.${id}%40example\\.test`, 'g'), 'ada%40example.com'],
  [new RegExp(`walk\\.(${id})`, 'g'), '$1'],
  [/pins&again=true/g, 'pins?again=true'],
  [/\bexpires=\d+/g, `expires=${shownAs['expires']}`],
  [new RegExp(`(\\w) ${id}`, 'g'), '$1'],
];

const isDrawn = (text: string): boolean =>
  !/^0197a000-/.test(text) &&
  (/^[0-9a-f]{32,}$|^[A-Z2-7]{32}$/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && !/[a-z]{12}/.test(text)));

/** A text of the same length and alphabet that says nothing. */
function derivedLike(text: string, count: number): string {
  const [, prefix = '', rest = text] = /^(v1a?,|pps_[a-z]+_|whsec_|whpk_|evt_)?(.*)$/.exec(text) ?? [];
  const isHex = /^[0-9a-f]+$/.test(rest);
  let derived = '';
  for (let part = 0; derived.length < rest.length; part++) {
    const digest = createHash('sha256').update(`example ${count} ${part}`);
    derived += isHex ? digest.digest('hex') : digest.digest('base64').replace(/[+/=]/g, '');
  }
  if (/^[A-Z2-7]+$/.test(rest)) return 'EXAMPLESECRET'.repeat(3).slice(0, rest.length);
  return [...rest].reduce((shown, letter, index) => shown + (/[A-Za-z0-9]/.test(letter) ? (derived[index] ?? '') : letter), prefix);
}

function counted(make: (count: number, text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? make(known.size + 1, text);
    known.set(text, made);
    return made;
  };
}

/** Moments of the walk in their order, a second apart; those far from it by whole minutes. */
function momentsOf(text: string, begunAt: Date): ReadonlyMap<string, string> {
  const found = [...new Set(text.match(moment) ?? [])].sort();
  const begunMs = begunAt.getTime();
  let count = 0;
  return new Map(
    found.map((each) => {
      const distance = Date.parse(each) - begunMs;
      const isOfWalk = distance >= 0 && distance < 10 * minuteMs;
      const shown = isOfWalk ? epoch + count++ * 1_000 : epoch + Math.round(distance / minuteMs) * minuteMs;
      return [each, new Date(shown).toISOString()];
    }),
  );
}
