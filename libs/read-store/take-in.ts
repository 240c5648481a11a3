import { pause } from '@pps/concurrency';
import type { RecordedFact } from '@pps/event-store';
import type { Database } from './database';
import { commit, isNobodysFault, type Member } from './projection-batch';

const retryWaitsMs = [100, 1_000];

/**
 * Takes facts in for one member. When they do not go in together they go in half by half, so that only the very fact that cannot be taken is
 * left; after two more tries the member is stopped at it, which is kept in its checkpoint. Throws when the database is unavailable.
 */
export async function takeIn(db: Database, member: Member, facts: readonly RecordedFact[], signal: AbortSignal): Promise<void> {
  const error = await failureOf(db, member, facts);
  if (error === null) return;
  const [fact] = facts;
  if (facts.length === 1 && fact) return stopUnlessItPasses(db, member, fact, error, signal);
  const middle = Math.ceil(facts.length / 2);
  for (const half of [facts.slice(0, middle), facts.slice(middle)]) {
    if (!member.stopped && !signal.aborted) await takeIn(db, member, half, signal);
  }
}

async function stopUnlessItPasses(db: Database, member: Member, fact: RecordedFact, first: unknown, signal: AbortSignal): Promise<void> {
  let error = first;
  for (const wait of retryWaitsMs) {
    await pause(wait, signal);
    if (signal.aborted) return;
    error = await failureOf(db, member, [fact]);
    if (error === null) return;
  }
  const { name, version } = member.projection;
  const { id, type, stream, position } = fact;
  await db('read_store.checkpoint')
    .where({ kind: 'projection', name, version, build: member.build })
    .update({
      stopped_error: String(error).slice(0, 2_000),
      stopped_position: position.toString(),
      stopped_fact: JSON.stringify({ position: position.toString(), id, type, stream }),
    });
  member.stopped = true;
}

const failureOf = (db: Database, member: Member, facts: readonly RecordedFact[]): Promise<unknown> =>
  commit(db, [member], facts).then(
    () => null,
    (error: unknown) => {
      if (isNobodysFault(error)) throw error;
      return error ?? new Error('failed without saying why');
    },
  );
