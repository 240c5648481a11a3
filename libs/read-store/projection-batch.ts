import { mapLimited } from '@pps/concurrency';
import type { RecordedFact } from '@pps/event-store';
import { isDatabaseUnavailable, type Database, type Transaction } from './database';
import { contextOf, type Projection } from './projection';

/** One build of a projection, as this process feeds it. */
export interface Member {
  readonly projection: Projection;
  readonly build: number;
  position: bigint;
  serving: boolean;
  /** Cannot take a fact, and waits until it is told to try again or to pass it over. */
  stopped?: boolean;
  /** Its tables are gone: another build took over. */
  gone?: boolean;
}

export const progressChannel = 'projection_progress';

/** The database has forgotten commits it had confirmed (it crashed, or was restored): only a start from the kept checkpoints is right. */
export class CommitsLost extends Error {
  override readonly name = 'CommitsLost';
}

/** From so many facts on, transactions side by side are worth more than a single one. */
const largeBatch = 200;
const sideBySide = 3;

/**
 * Takes a batch in: rows and checkpoints of all members in one transaction. When the batch is large or cannot be taken, each member gets a
 * transaction of its own; those that cannot take it are answered. Throws when the database is unavailable, and `CommitsLost`.
 */
export async function advance(db: Database, members: readonly Member[], facts: readonly RecordedFact[]): Promise<Member[]> {
  const running = members.filter((member) => !member.stopped && !member.gone);
  const last = facts.at(-1);
  if (!last || running.length === 0) return [];
  const [only] = running;
  if (only && running.length === 1) return (await takes(db, running, facts)) ? [] : [only];
  if (facts.length < largeBatch && (await takes(db, running, facts))) return [];
  const taken = await mapLimited(sideBySide, running, (member) => takes(db, [member], facts));
  return running.filter((_, index) => !taken[index]);
}

const takes = (db: Database, members: readonly Member[], facts: readonly RecordedFact[]): Promise<boolean> =>
  commit(db, members, facts).then(
    () => true,
    (error: unknown) => {
      if (isNobodysFault(error)) throw error;
      return false;
    },
  );

/** True for what no fact can help: the database is away, or it lost commits. */
export const isNobodysFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || error instanceof CommitsLost || (error as { code?: string }).code === lockNotAvailable;

export const lockNotAvailable = '55P03';

/** Rows and checkpoints of the members, in one transaction; facts that a member has taken in already, or is told to pass over, are left out. */
export async function commit(db: Database, members: readonly Member[], facts: readonly RecordedFact[]): Promise<void> {
  const position = facts.at(-1)?.position;
  if (position === undefined) return;
  const missing = await db.transaction(async (tx) => {
    const kept = await lockedCheckpoints(tx, members);
    const present = members.filter((member) => kept.has(keyOf(member)));
    for (const { projection, build, position: committed } of present) {
      const { from, skipped } = kept.get(keyOf({ projection, build })) ?? nothingKept;
      if (from < committed) throw new CommitsLost(`${projection.name} stands at ${from} after ${committed} had been committed`);
      const handles = handledBy(projection);
      const relevant = facts.filter((fact) => handles.has(fact.type) && fact.position > from && !skipped.has(fact.position));
      if (relevant.length > 0) await projection.project(relevant, contextOf(projection, tx, build));
    }
    if (present.length > 0) await moveOn(tx, present, position);
    return members.filter((member) => !present.includes(member));
  });
  for (const member of missing) member.gone = true;
  for (const member of members) member.position = position > member.position ? position : member.position;
}

async function moveOn(tx: Transaction, members: readonly Member[], position: bigint): Promise<void> {
  await tx.raw(
    `with moved as (
       update read_store.checkpoint set position = greatest(position, ?::bigint), updated_at = clock_timestamp()
       where kind = 'projection' and (name, version, build) in (${placesFor(members)})
       returning name, version, position, serving)
     select pg_notify(?, coalesce(string_agg(name || ' ' || version || ' ' || position, ','), '')) from moved where serving`,
    [position.toString(), ...keysOf(members), progressChannel],
  );
}

interface Kept {
  readonly from: bigint;
  readonly skipped: ReadonlySet<bigint>;
}

const nothingKept: Kept = { from: -1n, skipped: new Set() };

// Rows and checkpoint are lost together or kept together; a loss is noticed by the positions, and replayed: the disk need not be waited for.
async function lockedCheckpoints(tx: Transaction, members: readonly Member[]): Promise<Map<string, Kept>> {
  const { rows } = await tx.raw<{ rows: { name: string; version: number; build: number; position: string; skipped: string[] }[] }>(
    `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
     select name, version, build, position, array(
         select skip.position::text from read_store.skipped_fact skip
         where skip.projection = checkpoint.name and skip.version = checkpoint.version) as skipped
     from unhurried cross join read_store.checkpoint
     where kind = 'projection' and (name, version, build) in (${placesFor(members)})
     order by name, version, build for update of checkpoint`,
    keysOf(members),
  );
  return new Map(
    rows.map((row) => [
      `${row.name} ${row.version} ${row.build}`,
      { from: BigInt(row.position), skipped: new Set(row.skipped.map(BigInt)) },
    ]),
  );
}

export const keyOf = ({ projection, build }: Pick<Member, 'projection' | 'build'>): string =>
  `${projection.name} ${projection.version} ${build}`;
const placesFor = (members: readonly Member[]): string => members.map(() => '(?, ?, ?)').join(', ');
const keysOf = (members: readonly Member[]) => members.flatMap(({ projection, build }) => [projection.name, projection.version, build]);

const handled = new WeakMap<Projection, ReadonlySet<string>>();

function handledBy(projection: Projection): ReadonlySet<string> {
  const known = handled.get(projection) ?? new Set(projection.handles);
  handled.set(projection, known);
  return known;
}
