import { readLines } from '@pps/concurrency';
import { dataWithOpened, type RecordedFact } from '@pps/event-store';
import { isHandled, type Database, type Projection, type ProjectionContext, type Transaction } from '@pps/read-store';
import { projections } from '@projections/index';
import { createReadStream } from 'node:fs';
import { historyFiles } from './export-history';
import { comparisonOf, notCompared, replayedModels, type ReplayedHistory } from './replayed-models';

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
  /** What was left out of the comparison, by table or column, and why. */
  readonly notCompared: Readonly<Record<string, string>>;
}

const factsAtOnce = 500;
const mostDifferences = 20;
const timeoutMs = 10 * 60_000;
/** The file is read meanwhile, from a slow disk too. */
const idleMs = 10 * 60_000;

/**
 * Makes the read models of a project, or of an organization beside its projects, anew from its exported facts alone, in temporary tables that are gone
 * afterwards, and compares them with the live ones if that is wanted. Facts that came after the export show as differences. May take 10 min.
 */
export async function replayHistory(db: Database, treeId: string, folder: string, compare: boolean): Promise<ReplayReport> {
  const file = historyFiles(folder).facts;
  const history = await historyIn(file, treeId);
  const targets = projections.filter(({ name }) => replayedModels[history].includes(name));
  const work = db.transaction(async (tx) => {
    await tx.raw(`set local idle_in_transaction_session_timeout = ${idleMs}; set local statement_timeout = ${timeoutMs}`);
    for (const projection of targets) await projection.create(contextFor(projection, tx));
    await keepActivity(tx, file);
    const facts = await projectAll(tx, targets, file);
    const rows = new Map<string, number>();
    const differences: ReplayDifference[] = [];
    for (const table of targets.flatMap(({ tables }) => tables)) {
      rows.set(table, await countRows(tx, table));
      if (compare) differences.push(...(await compareTable(tx, table, { treeId, history })));
    }
    throw new Replayed({ facts, rows: Object.fromEntries(rows), differences, notCompared: notCompared[history] });
  });
  return work.catch((error: unknown) => {
    if (error instanceof Replayed) return error.report;
    throw error;
  });
}

/** Whose history the file is, by its first fact. */
async function historyIn(file: string, treeId: string): Promise<ReplayedHistory> {
  const organization = (await firstFact(file))?.metadata.organizationId?.toLowerCase();
  return organization === treeId ? 'organization' : 'project';
}

async function firstFact(file: string): Promise<RecordedFact | null> {
  for await (const line of readLines(createReadStream(file, 'utf8'))) return factOf(line);
  return null;
}

const longestRetention = { plan: 'enterprise', own_days: 36_500, retention_days: 36_500, position: '9223372036854775807' };

/** Has no replayed activity expire: in the live log that depends on when other facts came. */
async function keepActivity(tx: Transaction, file: string): Promise<void> {
  const organization_id = (await firstFact(file))?.metadata.organizationId;
  if (organization_id !== undefined) await tx(replayedTable('activity_retention')).insert({ organization_id, ...longestRetention });
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
  for await (const line of readLines(createReadStream(file, 'utf8'))) {
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

async function compareTable(
  tx: Transaction,
  table: string,
  { treeId, history }: { readonly treeId: string; readonly history: ReplayedHistory },
): Promise<ReplayDifference[]> {
  const named = await tx.raw<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute where attrelid = '${replayedTable(table)}'::regclass and attnum > 0 and not attisdropped order by attnum`,
  );
  const names = named.rows.map(({ name }) => name);
  const [live, replayed] = [`read.${table}`, replayedTable(table)];
  const comparison = comparisonOf(history, { table, columns: names, liveTable: live, replayedTable: replayed });
  if (!comparison) return [];
  const { ours, withoutColumns } = comparison;
  const columns = names.filter((name) => !withoutColumns.includes(name)).map((name) => `"${name}"`);
  const rowsIn = (from: string, where = 'true') =>
    `select row(${columns.join(', ')})::text as line, "${names[0]}"::text as id from ${from} as compared where ${ours} and ${where}`;
  const { rows } = await tx.raw<{ rows: { id: string; live: string | null; replayed: string | null }[] }>(
    `select id, live.line as live, replayed.line as replayed from
       (${rowsIn(live, comparison.live)} except all ${rowsIn(replayed)}) live
       full join (${rowsIn(replayed, comparison.replayed)} except all ${rowsIn(live)}) replayed using (id) order by id limit :mostDifferences`,
    { treeId, mostDifferences },
  );
  return rows.map(({ id, ...difference }) => ({ table, row: id, ...difference }));
}
