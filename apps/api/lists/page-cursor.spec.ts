import { pageCursorOf, pageCursorText, isLogPosition } from './page-cursor';

const text = (...parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const byTitle = { sort: 'title_asc', types: ['text'] } as const;
const bySize = { sort: 'size_desc', types: ['bigint'] } as const;
const byTime = { sort: 'run_at_desc', types: ['timestamptz'] } as const;
const read = (cursor: string | undefined, kind: Parameters<typeof pageCursorOf>[1], offset = 0) => pageCursorOf({ cursor, offset }, kind);

it.each([
  [byTitle, ['Ünö 🍰']],
  [bySize, ['9223372036854775807']],
  [byTime, ['9999-12-31T23:59:59.999Z']],
  [{ ...byTime, isNullable: true }, [null]],
  [{ sort: 'created_at_desc', types: [] }, []],
] as const)('%# reads what it wrote', (kind, values) => {
  const cursor = { sort: kind.sort, values, position: '42' };
  expect(read(pageCursorText(cursor), kind)).toEqual(cursor);
});

it('reads nothing where none was sent', () => expect(read(undefined, byTitle, 7)).toBeUndefined());

it.each([
  ['', byTitle],
  ['x', byTitle],
  [text('title_asc', '1'), byTitle],
  [text('title_asc', '1', 'A', 'B'), byTitle],
  [text('title_desc', '1', 'A'), byTitle],
  [text('title_asc', 1, 'A'), byTitle],
  [text('title_asc', '-1', 'A'), byTitle],
  [text('title_asc', '9223372036854775808', 'A'), byTitle],
  [text('title_asc', '1', null), byTitle],
  [text('title_asc', '1', 'A\u0000'), byTitle],
  [text('title_asc', '1', '\ud83c'), byTitle],
  [text('size_desc', '1', '1e3'), bySize],
  [text('size_desc', '1', '9223372036854775808'), bySize],
  [text('run_at_desc', '1', 'now'), byTime],
  [text('run_at_desc', '1', '2026-13-01T00:00:00.000Z'), byTime],
  [text('run_at_desc', '1', "2026-01-01T00:00:00.000Z'"), byTime],
] as const)('%# refuses what no page gave', (cursor, kind) => expect(() => read(cursor, kind)).toThrow('query.cursor'));

it('refuses a cursor beside an offset', () => {
  expect(() => read(text('title_asc', '1', 'A'), byTitle, 1)).toThrow('offset');
});

it.each(['0', '42', '9223372036854775807'])('%s is a position', (text) => expect(isLogPosition(text)).toBe(true));

it.each(['', '-1', '1.5', '0x1', ' 1', '9223372036854775808', '9999999999999999999', '12345678901234567890'])('%j is none', (text) =>
  expect(isLogPosition(text)).toBe(false),
);
