import { jsonb, openDatabase, tableFrom, type Database } from '.';
import { freshDatabase } from '../../test/setup/fresh-database';

interface Values {
  readonly id: number;
  readonly value: unknown;
}

const columnTypes = {
  text: 'text',
  texts: 'text[]',
  number: 'bigint',
  numbers: 'int[]',
  exact: 'numeric',
  double: 'double precision',
  flag: 'boolean',
  at: 'timestamptz',
  uuid: 'uuid',
  uuids: 'uuid[]',
  json: 'jsonb',
} as const;
type ColumnName = keyof typeof columnTypes;

const tableOf = (name: ColumnName) =>
  tableFrom<Values>()({
    name,
    meaning: 'Values.',
    key: ['id'],
    columns: {
      id: ['int', 'Which one.', ({ id }) => id],
      value: [columnTypes[name], 'The value.', ({ value }) => value],
    },
  });

const hostileTexts = [
  '',
  'NULL',
  'null',
  '"',
  '\\',
  '\\"',
  'a\nb',
  '\r\n',
  '\t',
  '{}',
  '{a,b}',
  'a,b',
  "'",
  '?',
  '$1',
  'é€😀',
  'a\u0000b',
  '\ud83d',
  ' ',
  '\\N',
  '\u2028',
  '\u0001',
];
const id = '0f0e0d0c-0b0a-4009-8807-060504030201';

const values: Readonly<Record<ColumnName, readonly unknown[]>> = {
  text: [...hostileTexts, null, undefined, 7, true],
  texts: [[], hostileTexts, ['a', null], null, ['{', '}', ',']],
  number: [0, -0, 9_007_199_254_740_991, -5, '12', '9223372036854775807', null, Number.NaN],
  numbers: [[], [1, -2, 2_147_483_647], null],
  exact: [0.1, 1e21, '0.30', null, Number.POSITIVE_INFINITY],
  double: [0.1, 5e-324, 1e300, null],
  flag: [true, false, null, 'yes'],
  at: ['2026-01-05T09:00:00.123456Z', new Date(0), '0001-01-01T00:00:00Z', null, new Date(Number.NaN)],
  uuid: [id, id.toUpperCase(), null],
  uuids: [[], [id, id], null],
  json: [
    {},
    [],
    '',
    'text',
    0,
    false,
    null,
    undefined,
    ...hostileTexts.map((text) => ({ [text]: [text, { text }] })),
    [[null]],
    hostileTexts,
  ],
};

let db: Database;
beforeAll(async () => void (db = openDatabase(await freshDatabase(), 2)));
afterAll(() => db.destroy());

const written = async (physical: string) =>
  (await db.raw<{ rows: { line: string }[] }>(`select id || ' ' || coalesce(value::text, 'nothing') as line from ${physical} order by id`))
    .rows;

it.each(Object.keys(columnTypes) as ColumnName[])('writes what JSON says into a column of %s, whatever the values hold', async (name) => {
  const [table, physical] = [tableOf(name), `public.values_of_${name}`];
  const sources = values[name].map((value, at) => ({ id: at, value }));
  const rows = sources.map(table.row);
  await db.transaction(async (tx) => {
    await table.create(tx, physical);
    await tx.raw(`insert into ${physical} select * from jsonb_populate_recordset(null::${physical}, ?::jsonb)`, [jsonb(rows)]);
  });
  const expected = await written(physical);
  expect(expected).toHaveLength(sources.length);
  for (const write of ['upsert', 'upsertFrom'] as const) {
    await db.raw(`truncate ${physical}`);
    await db.transaction((tx) => (write === 'upsert' ? table.upsert(tx, physical, rows) : table.upsertFrom(tx, physical, sources)));
    expect(await written(physical)).toEqual(expected);
  }
  // One row alone: its list of JSON values may be empty.
  await db.raw(`truncate ${physical}`);
  for (const source of sources) await db.transaction((tx) => table.insertMissingFrom(tx, physical, [source]));
  expect(await written(physical)).toEqual(expected);
});

it('refuses a value that is none of the type, and a row that is there where all are to be new', async () => {
  const [table, physical] = [tableOf('number'), 'public.values_refused'];
  await db.transaction((tx) => table.create(tx, physical));
  await expect(db.transaction((tx) => table.upsertFrom(tx, physical, [{ id: 1, value: 'x' }]))).rejects.toThrow('invalid input syntax');
  await db.transaction((tx) => table.insertNewFrom(tx, physical, [{ id: 1, value: 1 }]));
  await expect(db.transaction((tx) => table.insertNewFrom(tx, physical, [{ id: 1, value: 2 }]))).rejects.toThrow('duplicate key');
});
