import { checkpoints, type Checkpoint } from './checkpoint.store';
import type { Database, Transaction } from './database';
import { contextOf, physicalTable, type Projection } from './projection';
import { dropRemovals } from './removals.store';
import { quoted } from './describe-table';

/**
 * Makes the projection's tables and checkpoint where they are missing. A first version serves at once; a later one only after the switch.
 * Null when a newer version serves: older code that still runs must not bring the old version back.
 */
export async function setUpProjection(db: Database, projection: Projection, storeId: string): Promise<Checkpoint | null> {
  return db.transaction(async (tx) => {
    await lockProjection(tx, projection.name);
    const known = await checkpoints.buildsOf(tx, projection.name);
    const present = known.find((checkpoint) => checkpoint.version === projection.version);
    if (present) {
      if (present.serving) await guardUnlessRead(tx, projection, present.build);
      return present;
    }
    if (known.some((checkpoint) => checkpoint.serving && checkpoint.version > projection.version)) return null;
    await projection.create(contextOf(projection, tx));
    const serving = known.length === 0;
    const made = await checkpoints.lock(tx, 'projection', projection.name, projection.version, storeId, -1n, serving);
    await row(tx, made).update({ tables: [...projection.tables] });
    if (serving) await pointViews(tx, projection, 1);
    return made;
  });
}

/** Waits at most 300 ms for analysts who read a view at this moment; the next start tries again. */
async function guardUnlessRead(tx: Transaction, projection: Projection, build: number): Promise<void> {
  const guard = tx.transaction(async (attempt) => {
    await attempt.raw(`set local lock_timeout = '300ms'`);
    await guardViews(attempt, projection, build);
  });
  await guard.catch((error: unknown) => {
    if ((error as { code?: string }).code !== '55P03') throw error;
  });
}

/** The same for all of them, so that readers find their views before the first fact is projected. */
export async function setUpProjections(db: Database, projections: readonly Projection[], storeId: string): Promise<void> {
  for (const projection of projections) await setUpProjection(db, projection, storeId);
}

/** A lock until the transaction ends: nobody else makes, switches or drops builds of the projection. */
export const lockProjection = async (tx: Transaction, name: string): Promise<void> =>
  void (await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [`projection:${name}`]));

/**
 * Makes this build the one that serves, at the end of the transaction, and drops all others but newer ones. Throws (SQL state 55P03) when readers
 * hold the views for longer than 300 ms: the switch is tried again, so that no reader fails by a deadlock with it. False when the build that
 * serves is further on and has not stopped: readers must not go back in time.
 */
export async function switchToBuild(tx: Transaction, projection: Projection, build = 1): Promise<boolean> {
  await tx.raw(`set local lock_timeout = '300ms'`);
  await lockProjection(tx, projection.name);
  // Locked before the views and tables, in the order of those who write rows.
  const known = await checkpoints.buildsOf(tx, projection.name, 'for update');
  const mine = known.find((checkpoint) => checkpoint.version === projection.version && checkpoint.build === build);
  if (!mine || mine.serving) return true;
  const serving = known.find((checkpoint) => checkpoint.serving);
  if (serving && serving.stoppedError === null && serving.position > mine.position) return false;
  await pointViews(tx, projection, build);
  const isNewer = ({ version, build: other }: Checkpoint) =>
    version > projection.version || (version === projection.version && other > build);
  for (const old of known.filter((checkpoint) => checkpoint !== mine && (checkpoint.serving || !isNewer(checkpoint)))) {
    await dropBuild(tx, projection, old);
  }
  await row(tx, mine).update({ serving: true, finding: null });
  return true;
}

/** Drops the tables and the checkpoint of a build that does not serve any more. */
export async function dropBuild(tx: Transaction, projection: Pick<Projection, 'tables'>, old: Checkpoint): Promise<void> {
  for (const name of old.tables ?? projection.tables) await tx.raw(`drop table if exists ${physicalTable(old, name, old.build)} cascade`);
  await dropRemovals(tx, { projection: old, build: old.build });
  await row(tx, old).delete();
}

const row = (tx: Transaction, { name, version, build }: Checkpoint) =>
  tx('read_store.checkpoint').where({ kind: 'projection', name, version, build });

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

/** A column of a read model's table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const ids = '(select read_store.visible_workspaces())';
const projectColumns = ['tree_id', 'scope_id', 'project_id'];

/**
 * The condition under which analysts see a row of a table: whose it is, by its column for the project, or for the organization where it has no
 * project. Rows that are nobody's are shown to those who see everything. Both calls are made once a query, not once a row.
 */
export function visibleRows(columns: readonly TableColumn[]): string {
  const found = [...projectColumns, 'organization_id'].flatMap(
    (name) => columns.find((each) => each.name === name && each.type === 'uuid') ?? [],
  );
  const [first, ...others] = found;
  if (!first) return `${ids} is null`;
  const owner = first.isRequired || others.length === 0 ? first.name : `coalesce(${found.map(({ name }) => name).join(', ')})`;
  return `${ids} is null or ${owner} = any(${ids}::uuid[])`;
}
