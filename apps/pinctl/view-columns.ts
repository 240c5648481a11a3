import type { Transaction } from '@pps/read-store';

/** What a column becomes in a file. */
export type ColumnKind = 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'TIMESTAMP' | 'JSON' | 'STRING';

export interface ViewColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  boolean: 'BOOLEAN',
  smallint: 'INT32',
  integer: 'INT32',
  bigint: 'INT64',
  'double precision': 'DOUBLE',
  numeric: 'DOUBLE',
  'timestamp with time zone': 'TIMESTAMP',
  jsonb: 'JSON',
};

/** The columns of a view of analysts in their order; none where there is no such view. Lists are JSON, ids are texts. */
export async function readViewColumns(tx: Transaction, view: string): Promise<ViewColumn[]> {
  const { rows } = await tx.raw<{ rows: { name: string; type: string }[] }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'analytics'::regnamespace and relkind = 'v' and relname = ? and attnum > 0 and not attisdropped order by attnum`,
    [view],
  );
  return rows.map(({ name, type }) => ({
    name,
    kind: (Object.hasOwn(kinds, type) && kinds[type]) || (type.endsWith('[]') ? 'JSON' : 'STRING'),
  }));
}

/** A value of a row as files take it: numbers of 64 bits as bigint, moments as Date. */
export function exportedValue({ kind }: ViewColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'INT64':
      return BigInt(value as string);
    case 'DOUBLE':
      return Number(value);
    case 'JSON':
    case 'BOOLEAN':
    case 'INT32':
    case 'TIMESTAMP':
      return value;
    case 'STRING':
      return String(value);
  }
}
