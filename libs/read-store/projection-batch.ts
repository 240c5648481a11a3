import type { RecordedFact } from '@pps/event-store';
import { isDatabaseUnavailable, type Database, type Transaction } from './database';
import { contextOf, type Projection } from './projection';

export interface Member {
  readonly projection: Projection;
  position: bigint;
  serving: boolean;
  stopped?: boolean;
}

export const progressChannel = 'projection_progress';

/** The database has forgotten commits it had confirmed (it crashed, or was restored): only a start from the kept checkpoints is right. */
export class CommitsLost extends Error {
  override readonly name = 'CommitsLost';
}

export interface Stopped {
  readonly member: Member;
  readonly error: unknown;
}

const retryWaitsMs = [100, 1_000];

/**
 * Takes a batch in: rows and checkpoints of all members in one transaction. When that fails, each member gets a transaction of its own, so
 * that only the one that cannot take the batch stops. Throws when the database is unavailable, and `CommitsLost`.
 */
export async function advance(db: Database, members: readonly Member[], facts: readonly RecordedFact[]): Promise<Stopped[]> {
  const running = members.filter((member) => !member.stopped);
  const last = facts.at(-1);
  if (!last || running.length === 0) return [];
  try {
    await commit(db, running, facts, last.position);
    return [];
  } catch (error) {
    if (isNobodysFault(error)) throw error;
    if (running.length === 1 && running[0]) return stopAfterRetries(db, running[0], facts, last.position, error);
  }
  const stopped: Stopped[] = [];
  for (const member of running) {
    await commit(db, [member], facts, last.position).catch(async (error: unknown) => {
      if (isNobodysFault(error)) throw error;
      stopped.push(...(await stopAfterRetries(db, member, facts, last.position, error)));
    });
  }
  return stopped;
}

async function commit(db: Database, members: readonly Member[], facts: readonly RecordedFact[], position: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    // Rows and checkpoint are lost together or kept together; a loss is noticed below, and replayed.
    await tx.raw('set local synchronous_commit = off');
    const positions = await lockedPositions(tx, members);
    for (const { projection, position: committed } of members) {
      const from = positions.get(projection.name) ?? -1n;
      if (from < committed) throw new CommitsLost(`${projection.name} stands at ${from} after ${committed} had been committed`);
      const relevant = facts.filter((fact) => fact.position > from && projection.handles.includes(fact.type));
      if (relevant.length > 0) await projection.project(relevant, contextOf(projection, tx));
    }
    await tx.raw(
      `with moved as (
         update service.checkpoint set position = greatest(position, ?::bigint), updated_at = clock_timestamp()
         where kind = 'projection' and (name, version) in (${members.map(() => '(?, ?)').join(', ')})
         returning name, version, position, serving)
       select pg_notify(?, coalesce(string_agg(name || ' ' || version || ' ' || position, ','), '')) from moved where serving`,
      [position.toString(), ...members.flatMap(({ projection }) => [projection.name, projection.version]), progressChannel],
    );
  });
  for (const member of members) member.position = position > member.position ? position : member.position;
}

const isNobodysFault = (error: unknown): boolean => isDatabaseUnavailable(error) || error instanceof CommitsLost;

async function lockedPositions(tx: Transaction, members: readonly Member[]): Promise<Map<string, bigint>> {
  const rows = (await tx('service.checkpoint')
    .where({ kind: 'projection' })
    .whereIn(
      ['name', 'version'],
      members.map(({ projection }) => [projection.name, projection.version]),
    )
    .orderBy('name')
    .forUpdate()
    .select('name', 'position')) as { name: string; position: string }[];
  return new Map(rows.map((row) => [row.name, BigInt(row.position)]));
}

async function stopAfterRetries(
  db: Database,
  member: Member,
  facts: readonly RecordedFact[],
  position: bigint,
  first: unknown,
): Promise<Stopped[]> {
  let error = first;
  for (const wait of retryWaitsMs) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      await commit(db, [member], facts, position);
      return [];
    } catch (again) {
      if (isNobodysFault(again)) throw again;
      error = again;
    }
  }
  member.stopped = true;
  await db('service.checkpoint')
    .where({ kind: 'projection', name: member.projection.name, version: member.projection.version })
    .update({ stopped_error: String(error).slice(0, 2_000), stopped_position: member.position.toString() });
  return [{ member, error }];
}
