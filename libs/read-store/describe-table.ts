/** What a table or view is for, and what each of its columns means. */
export interface TableDescription {
  /** A table where nothing is said. */
  readonly kind?: 'view';
  readonly meaning: string;
  readonly columns: Readonly<Record<string, string>>;
}

/** The statements that write the meanings of a table and of its columns into the database; `\d+` shows them. */
export const describeTable = (table: string, { kind, meaning, columns }: TableDescription): string =>
  [
    `comment on ${kind ?? 'table'} ${table} is ${quoted(meaning)};`,
    ...Object.entries(columns).map(([column, text]) => `comment on column ${table}.${column} is ${quoted(text)};`),
  ].join('\n');

/** A text as a literal of SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
