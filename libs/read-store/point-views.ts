import type { Transaction } from './database';
import { quoted } from './describe-table';
import { physicalTable, type Projection } from './projection';
import { visibleRows, type TableColumn } from './visible-rows';

const invalidTableDefinition = '42P16';

interface Column extends TableColumn {
  readonly comment: string | null;
}

/** Points the views of readers and analysts at one build, at the end of the transaction. */
export async function pointViews(tx: Transaction, projection: Projection, build: number): Promise<void> {
  for (const name of projection.tables) {
    const physical = physicalTable(projection, name, build);
    const columns = await columnsOf(tx, physical);
    const views = [`view read.${name} as select * from ${physical}`, analystView(projection, name, columns)];
    // Replacing a view leaves privileges on it and views built on it, but cannot remove columns.
    await tx
      .transaction((attempt) => attempt.raw(views.map((view) => `create or replace ${view};`).join('\n')))
      .catch(async (error: unknown) => {
        if ((error as { code?: string }).code !== invalidTableDefinition) throw error;
        await tx.raw(`drop view analytics.${name}; drop view read.${name}; ${views.map((view) => `create ${view};`).join('\n')}`);
      });
    await openView(tx, projection, name, physical, columns);
  }
}

/** Makes the views of analysts anew where a release made them that did not yet ask whose rows they show. */
export async function guardViews(tx: Transaction, projection: Projection, build: number): Promise<void> {
  const { rows } = await tx.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = 'analytics'::regnamespace and relname = any(?::text[])
       and not coalesce(reloptions, '{}') @> '{security_barrier=true}'`,
    [[...projection.tables]],
  );
  for (const { name } of rows) {
    const physical = physicalTable(projection, name, build);
    const columns = await columnsOf(tx, physical);
    await tx.raw(`create or replace ${analystView(projection, name, columns)}`);
    await openView(tx, projection, name, physical, columns);
  }
}

/** With a security barrier no function or operator of an analyst's sees a row that the condition leaves out. */
const analystView = (projection: Projection, name: string, columns: readonly Column[]): string =>
  `view analytics.${name} with (security_barrier = true) as
     select ${openColumns(projection, columns)
       .map((column) => column.name)
       .join(', ')} from read.${name} where ${visibleRows(columns)}`;

const openColumns = ({ internalColumns }: Projection, columns: readonly Column[]): Column[] =>
  columns.filter((column) => !internalColumns?.includes(column.name));

async function columnsOf(tx: Transaction, table: string): Promise<Column[]> {
  const { rows } = await tx.raw<{ rows: Column[] }>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull as "isRequired", col_description(attrelid, attnum) as comment
     from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows;
}

/** Copies the comments of the table to the analysts' view of it, and lets the analysts of single workspaces read it. */
async function openView(tx: Transaction, projection: Projection, view: string, table: string, columns: readonly Column[]): Promise<void> {
  const { rows } = await tx.raw<{ rows: { comment: string | null }[] }>(`select obj_description(?::regclass) as comment`, [table]);
  const statements = [
    ['view', `analytics.${view}`, rows[0]?.comment ?? null] as const,
    ...openColumns(projection, columns).map(({ name, comment }) => ['column', `analytics.${view}.${name}`, comment] as const),
  ];
  const text = statements.map(([kind, name, comment]) => `comment on ${kind} ${name} is ${comment === null ? 'null' : quoted(comment)};`);
  const grant = `do $$ begin if exists (select from pg_roles where rolname = 'workspace_analyst') then
    grant select on analytics.${view} to workspace_analyst; end if; end $$;`;
  await tx.raw([...text, grant].join('\n').replaceAll('?', '\\?'));
}
