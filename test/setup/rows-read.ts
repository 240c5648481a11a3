import type { Database } from '@pps/read-store';

interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

export interface RowsRead {
  /** Rows that were taken from tables and indexes, those included that a filter then left out. */
  readonly rows: number;
  /** Pages of 8 KiB that were looked at. */
  readonly pages: number;
}

/** What the statements of some reading take from the tables: each is run once more, and PostgreSQL counts. They must change nothing. */
export async function rowsRead(db: Database, read: () => Promise<unknown>): Promise<RowsRead> {
  const statements: Statement[] = [];
  // A reading in a transaction of its own sends what begins and ends it, too.
  const note = (statement: Statement) => void (/^(begin|set|commit)/i.test(statement.sql.trim()) || statements.push(statement));
  db.on('query', note);
  await read().finally(() => db.off('query', note));
  if (statements.length === 0) throw new Error('nothing was read');
  const plans: PlanNode[] = [];
  for (const statement of statements) plans.push(await planOf(db, statement));
  return {
    rows: plans.reduce((sum, plan) => sum + rowsOf(plan), 0),
    pages: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
  };
}

async function planOf(db: Database, { sql, bindings }: Statement): Promise<PlanNode> {
  const again = sql.replaceAll('?', '\\?').replace(/\$\d+/g, '?');
  const { rows } = await db.raw<{ rows: { 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }[] }>(
    `explain (analyze, buffers, format json) ${again}`,
    [...bindings] as never,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('the statement has no plan');
  return plan;
}

const rowsOf = (node: PlanNode): number => {
  const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  // An index scan of a bitmap hands its rows to the heap scan above it, which counts them.
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap|Sample) Scan$/.test(node['Node Type']);
  const own = isScan ? (node['Actual Rows'] + left) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
};
