export type UglyValues = ReturnType<typeof uglyValues>;

/** Texts, dates, numbers and waits as JSON, UTF-16 and HTTP allow them, chosen by `random`. */
export function uglyValues(random: () => number) {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const piece = (): string => (random() < 0.5 ? one(pieces) : one(pieces).repeat(Math.ceil(random() * 8)));
  const text = (): string => {
    const many = Math.floor(random() * 6);
    const tail = Array.from({ length: many }, piece).join('');
    // Cut by code units somewhere, as a careless writer does, or pushed across the place where it is cut here.
    return random() < 0.3 ? tail.slice(Math.floor(random() * tail.length)) : `${'x'.repeat(one([0, 0, 0, 7, 290, 298, 299, 300]))}${tail}`;
  };
  return {
    one,
    text,
    /** What a field may hold where a text, a date or a number belongs. */
    anything: (): unknown => one<() => unknown>([text, () => one(dates), () => one(numbers), () => one(others)])(),
    date: (near: number): unknown =>
      random() < 0.5 ? new Date(near + (random() - 0.5) * 120_000).toISOString().slice(0, one([19, 24])) : one(dates),
    count: (): unknown => (random() < 0.3 ? Math.floor(random() * 1_000) : one(numbers)),
    digits: (): unknown => (random() < 0.8 ? String(Math.floor(random() * 1e15)) : one(ids)),
    wait: (near: number): string => (random() < 0.3 ? String(Math.floor(random() * 600)) : one([...waits, httpDate(near), httpDate(0)])),
    httpDate: (near: number): string => (random() < 0.6 ? httpDate(near) : one(waits)),
    limit: (): string => one(limits),
    chance: (share: number): boolean => random() < share,
  };
}

const httpDate = (ms: number): string => new Date(ms).toUTCString();

const pieces = [
  'a',
  ' ',
  '\0',
  '\ud83d',
  '\ude00',
  '😀',
  '\u0301',
  '👩\u200d👩\u200d👧',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\u2028',
  '\u001b[2J',
  '\\u0000',
  '\\ud800',
  '\\',
  '"',
  "'; drop table pins; --",
  '$1',
  '{}',
  '\r\n',
  'pina_secret',
  'unable to reach the URL',
  'ﷺ',
  '\u0e01',
];

const dates: readonly unknown[] = [
  '9999-12-31T23:59:59',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-12-31T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01T00:00:00',
  '0001-01-01T00:00:00',
  '1969-12-31T23:59:59',
  '2026-02-30T00:00:00',
  '2026-01-01T24:00:00',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00.123456789123456789',
  'infinity',
  'now',
  '',
  0,
  1e18,
  null,
];

const numbers: readonly unknown[] = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e30, 1e308, -1e308, 5e-324, null, '7', true];
const others: readonly unknown[] = [null, true, [], {}, [[[]]], { code: {} }, ['\0'], { '\0': '\ud800' }];
const ids: readonly unknown[] = ['0', '9'.repeat(40), '9'.repeat(41), '00000000000000000000', '', '-1', '1e5', '٣', 12, null, '1\0'];

const waits = [
  '0',
  '1',
  '86400',
  '86401',
  '86400000',
  '999999999',
  '9'.repeat(400),
  '-5',
  '1.5',
  '1e309',
  'NaN',
  'Infinity',
  'soon',
  '',
  ',',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Fri, 31 Dec 275760 23:59:59 GMT',
  'Mon, 01 Jan 0001 00:00:00 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
];

const limits = [
  '100',
  '100, 100;w=1;name="a", 1000;w=60;name="org_write"',
  '0;w=60',
  '1;w=86400',
  '1;w=999999999999',
  `${'9'.repeat(400)};w=${'9'.repeat(400)}`,
  '10;w=0',
  '10;w=-1',
  'many',
  `5;w=60;name="${'n'.repeat(5_000)}"`,
];
