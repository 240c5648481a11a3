import { dataWithOpened, type RecordedFact } from '@pps/event-store';
import { isHandled, type Database, type Projection, type ProjectionContext, type Transaction } from '@pps/read-store';
import { projections } from '@projections/index';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { historyFiles } from './history-files';

/** A row of a read model that the facts of the export do not give, or give otherwise. */
export interface ReplayDifference {
  readonly table: string;
  /** Its first column. */
  readonly row: string;
  readonly live: string | null;
  readonly replayed: string | null;
}

export interface ReplayReport {
  readonly facts: number;
  /** Rows that the facts gave, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly differences: readonly ReplayDifference[];
}

/** Read models of one project each, whose rows its facts alone make. */
const replayable = [
  'accounts',
  'api_keys',
  'assets',
  'import_jobs',
  'pins',
  'pin_times',
  'quota_ledger',
  'resource_versions',
  'rollups',
  'schedules',
  'webhooks',
  'webhook_deliveries',
  'workspaces',
];
const factsAtOnce = 500;
const mostDifferences = 20;
const timeoutMs = 10 * 60_000;

/**
 * Makes the main read models of a project anew from its exported facts alone, in temporary tables that are gone afterwards, and compares them with the live ones if
 * that is wanted. Facts that came after the export show as differences. May take 10 min.
 */
export async function replayHistory(db: Database, treeId: string, folder: string, compare: boolean): Promise<ReplayReport> {
  const targets = projections.filter(({ name }) => replayable.includes(name));
  const work = db.transaction(async (tx) => {
    await tx.raw(`set local statement_timeout = ${timeoutMs}`);
    for (const projection of targets) await projection.create(contextFor(projection, tx));
    const facts = await projectAll(tx, targets, historyFiles(folder).facts);
    const rows: Record<string, number> = {};
    const differences: ReplayDifference[] = [];
    for (const table of targets.flatMap(({ tables }) => tables)) {
      rows[table] = await countRows(tx, table);
      if (compare) differences.push(...(await compareTable(tx, table, treeId)));
    }
    throw new Replayed({ facts, rows, differences });
  });
  return work.catch((error: unknown) => {
    if (error instanceof Replayed) return error.report;
    throw error;
  });
}

/** Takes the transaction back. */
class Replayed extends Error {
  constructor(readonly report: ReplayReport) {
    super('replayed');
  }
}

const replayedTable = (name: string): string => `pg_temp.${name}_replayed`;

function contextFor(projection: Projection, tx: Transaction): ProjectionContext {
  const context: ProjectionContext = {
    tx,
    table: replayedTable,
    async remove(removed) {
      while (((await projection.removePortion?.(removed, factsAtOnce, context)) ?? 0) > 0);
    },
  };
  return context;
}

async function projectAll(tx: Transaction, targets: readonly Projection[], file: string): Promise<number> {
  let facts = 0;
  let batch: RecordedFact[] = [];
  const flush = async () => {
    for (const projection of targets) {
      const { concerns = () => true } = projection;
      const relevant = batch.filter((fact) => isHandled(projection, fact) && concerns(fact));
      if (relevant.length > 0) await projection.project(relevant, contextFor(projection, tx));
    }
    facts += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push(factOf(line));
    if (batch.length >= factsAtOnce) await flush();
  }
  await flush();
  return facts;
}

function factOf(line: string): RecordedFact {
  const { event_id: id, stream, revision, position, type, data: stored, opened, metadata, recorded_at } = JSON.parse(line);
  const data = dataWithOpened(stored, opened);
  return { id, stream, revision, position: BigInt(position), type, data, metadata, recordedAt: new Date(recorded_at) };
}

async function countRows(tx: Transaction, table: string): Promise<number> {
  const { rows } = await tx.raw<{ rows: { count: number }[] }>(`select count(*)::int as count from ${replayedTable(table)}`);
  return rows[0]?.count ?? 0;
}

async function compareTable(tx: Transaction, table: string, treeId: string): Promise<ReplayDifference[]> {
  const named = await tx.raw<{ rows: { name: string; type: string }[] }>(
    `select attname as name from pg_attribute where attrelid = '${replayedTable(table)}'::regclass and attnum > 0 and not attisdropped order by attnum`,
  );
  const names = named.rows.map(({ name }) => name);
  const columns = names.map((name) => `"${name}"`).join(', ');
  // Rows that name no project are those of what the facts made, by their first column.
  const ours = names.includes('project_id')
    ? 'project_id = :treeId'
    : `"${names[0]}" in (select "${names[0]}" from ${replayedTable(table)})`;
  const live = `select row(${columns})::text as line, "${names[0]}"::text as id from read.${table} where ${ours}`;
  const replayed = `select row(${columns})::text as line, "${names[0]}"::text as id from ${replayedTable(table)}`;
  const { rows } = await tx.raw<{ rows: { id: string; live: string | null; replayed: string | null }[] }>(
    `select id, live.line as live, replayed.line as replayed from
       (${live} except all ${replayed}) live full join (${replayed} except all ${live}) replayed using (id) order by id limit :mostDifferences`,
    { treeId, mostDifferences },
  );
  return rows.map(({ id, ...difference }) => ({ table, row: id, ...difference }));
}
