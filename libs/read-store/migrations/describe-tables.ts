import { describeTable, quoted, type TableDescription } from '../describe-table';
import type { RepeatableMigration } from './migration';

/** Writes into the database what an owner's schema, each of its tables and each of their columns is for; `\d+` shows it. */
export const describeTables = (
  schema: string,
  meaning: string,
  tables: Readonly<Record<string, TableDescription>>,
): RepeatableMigration => ({
  name: `${schema.replaceAll('_', '-')}/comments`,
  sql: [
    `comment on schema ${schema} is ${quoted(meaning)};`,
    ...Object.entries(tables).map(([table, description]) => describeTable(`${schema}.${table}`, description)),
  ].join('\n'),
});
