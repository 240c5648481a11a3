/** Throws unless the name can stand unquoted in SQL. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new Error(`${schema} is not usable as a schema name`);
}

/** Creates the log's table. Event ids are not unique: the protocol allows the same id many times. */
export function schemaStatements(schema: string): string[] {
  return [
    `create schema if not exists ${schema}`,
    `create table if not exists ${schema}.event (
      position bigint primary key,
      stream text collate "C" not null,
      revision bigint not null,
      event_id uuid not null,
      type text not null,
      is_json bool not null,
      data bytea not null,
      metadata bytea not null,
      created bigint not null,
      unique (stream, revision)
    )`,
  ];
}

/** The columns to read. The driver reads rows as text, and base64 costs a third of its default for bytes. */
export const readColumns =
  "position, stream, revision, event_id, type, is_json, encode(data, 'base64'), encode(metadata, 'base64'), created";
