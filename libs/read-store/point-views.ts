import type { Transaction } from './database';
import { quoted } from './describe-table';
import { physicalTable, type Projection } from './projection';

const invalidTableDefinition = '42P16';

interface Column {
  name: string;
  comment: string | null;
}

/** Points the views of readers and analysts at one build, at the end of the transaction. */
export async function pointViews(tx: Transaction, projection: Projection, build: number): Promise<void> {
  for (const name of projection.tables) {
    const physical = physicalTable(projection, name, build);
    const columns = await columnsOf(tx, physical);
    const open = columns.filter((column) => !projection.internalColumns?.includes(column.name));
    const views = [
      `view read.${name} as select * from ${physical}`,
      `view analytics.${name} as select ${open.map((column) => column.name).join(', ')} from read.${name}`,
    ];
    // Replacing a view leaves privileges on it and views built on it, but cannot remove columns.
    await tx
      .transaction((attempt) => attempt.raw(views.map((view) => `create or replace ${view};`).join('\n')))
      .catch(async (error: unknown) => {
        if ((error as { code?: string }).code !== invalidTableDefinition) throw error;
        await tx.raw(`drop view analytics.${name}; drop view read.${name}; ${views.map((view) => `create ${view};`).join('\n')}`);
      });
    await describe(tx, name, physical, open);
  }
}

async function columnsOf(tx: Transaction, table: string): Promise<Column[]> {
  const { rows } = await tx.raw<{ rows: Column[] }>(
    `select attname as name, col_description(attrelid, attnum) as comment from pg_attribute
     where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows;
}

/** Copies the comments of the table to the analysts' view of it. */
async function describe(tx: Transaction, view: string, table: string, columns: readonly Column[]): Promise<void> {
  const { rows } = await tx.raw<{ rows: { comment: string | null }[] }>(`select obj_description(?::regclass) as comment`, [table]);
  const statements = [
    ['view', `analytics.${view}`, rows[0]?.comment ?? null] as const,
    ...columns.map(({ name, comment }) => ['column', `analytics.${view}.${name}`, comment] as const),
  ];
  const text = statements.map(([kind, name, comment]) => `comment on ${kind} ${name} is ${comment === null ? 'null' : quoted(comment)};`);
  await tx.raw(text.join('\n').replaceAll('?', '\\?'));
}
