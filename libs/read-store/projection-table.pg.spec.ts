import { openDatabase, tableFrom, type Database } from '.';
import { freshDatabase } from '../../test/setup/fresh-database';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly at: string;
}

const notes = tableFrom<Note>()({
  name: 'notes',
  meaning: "What's noted, really?",
  key: ['id'],
  indexes: ['(body) where (written_at is not null)'],
  columns: {
    id: ['text', 'Its id.', ({ id }) => id],
    body: ['text not null', "The note's text.", ({ text }) => text],
    tags: ['text[] not null', 'Its tags.', ({ tags }) => tags],
    written_at: ['timestamptz not null', 'When it was written first.', ({ at }) => at, { rewrite: 'keep' }],
    source: ['jsonb not null', 'Where it came from.', (note) => note, { internal: true }],
  },
});

const note = (changes: Partial<Note> = {}): Note => ({
  id: '1',
  text: 'ripe',
  tags: ['a', 'b'],
  at: '2026-01-05T09:00:00.000Z',
  ...changes,
});
const written = async (physical: string) => db(physical).orderBy('id').select('id', 'body', 'tags', 'written_at');

let db: Database;

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await db.transaction((tx) => notes.create(tx, 'notes_v1'));
});
beforeEach(() => db.raw('truncate notes_v1'));
afterAll(() => db.destroy());

it('makes the table with its key, its indexes and what each part means', async () => {
  const { rows } = await db.raw<{ rows: object[] }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, col_description(attrelid, attnum) as meaning
     from pg_attribute where attrelid = 'notes_v1'::regclass and attnum > 0 order by attnum`,
  );
  expect(rows).toEqual([
    { name: 'id', type: 'text', meaning: 'Its id.' },
    { name: 'body', type: 'text', meaning: "The note's text." },
    { name: 'tags', type: 'text[]', meaning: 'Its tags.' },
    { name: 'written_at', type: 'timestamp with time zone', meaning: 'When it was written first.' },
    { name: 'source', type: 'jsonb', meaning: 'Where it came from.' },
  ]);
  const table = await db.raw<{ rows: object[] }>(
    `select obj_description('notes_v1'::regclass) as meaning, (select count(*)::int from pg_index where indrelid = 'notes_v1'::regclass) as indexes`,
  );
  expect(table.rows).toEqual([{ meaning: "What's noted, really?", indexes: 2 }]);
  expect(notes.internalColumns).toEqual(['source']);
});

it('replaces a row of the same key but for columns that keep their value', async () => {
  await db.transaction((tx) => notes.upsert(tx, 'notes_v1', [notes.row(note()), notes.row(note({ id: '2' }))]));
  await db.transaction((tx) =>
    notes.upsert(tx, 'notes_v1', [notes.row(note({ text: 'rotten', tags: [], at: '2027-01-05T09:00:00.000Z' }))]),
  );
  expect(await written('notes_v1')).toMatchObject([
    { id: '1', body: 'rotten', tags: [], written_at: new Date('2026-01-05T09:00:00.000Z') },
    { id: '2', body: 'ripe', tags: ['a', 'b'] },
  ]);
});

it('leaves a row that is there when only missing ones are inserted', async () => {
  for (const text of ['ripe', 'rotten']) await db.transaction((tx) => notes.insertMissing(tx, 'notes_v1', [notes.row(note({ text }))]));
  expect(await written('notes_v1')).toMatchObject([{ id: '1', body: 'ripe' }]);
});
