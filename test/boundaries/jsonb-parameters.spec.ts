import { readSourceFiles, type SourceFile } from './source-files';

/** Files that make JSON by hand and speak to PostgreSQL. */
const breaches = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !/\.(spec|fixture)\.ts$/.test(path) && path !== 'libs/read-store/jsonb.ts')
    .filter(({ text }) => /JSON\.stringify/.test(text) && /\.raw\b|::jsonb|\b(?:db|tx)\(|\bProjectionContext\b/.test(text))
    .map(({ path }) => path);

/** They put JSON into `bytea`, a file, or something else that is no parameter. */
const others = ['apps/pinctl/view-file.ts', 'libs/vault/vault.store.ts'];

it('every jsonb parameter is made by jsonb(), which PostgreSQL does not refuse for its text', () => {
  expect(breaches(readSourceFiles(['libs', 'apps', 'projections'])).filter((path) => !others.includes(path))).toEqual([]);
});

it.each([
  "await db.raw('insert into t values (?::jsonb)', [JSON.stringify(rows)])",
  "await tx(table('webhook')).insert({ events: JSON.stringify(fact.data.events) })",
])('finds %s', (text) => {
  expect(breaches([{ path: 'projections/pins/planted.projection.ts', text }])).toHaveLength(1);
});
