import type { Database } from './database';

interface NotedHead {
  readonly head: bigint;
  readonly at: number;
}

/**
 * A function that reads the log's head each time it is called, and notes which of these projections have passed the head of the call before: those of a
 * group in one statement, so that no group waits for a transaction of another one.
 */
export function noteCaughtUp(db: Database, groups: readonly (readonly string[])[], readHead: () => Promise<bigint>): () => Promise<bigint> {
  let before: NotedHead | undefined;
  return async () => {
    // Taken before the read: what is stored while it is under way may be missing in it.
    const at = performance.now();
    const head = await readHead();
    const last = before;
    if (last) await Promise.all(groups.map((names) => note(db, names, last)));
    before = { head, at };
    return head;
  };
}

async function note(db: Database, names: readonly string[], { head, at }: NotedHead): Promise<void> {
  await db.raw(
    `with caught_up as (
       select name, version, build from read_store.checkpoint
       where kind = 'projection' and name = any(?::text[]) and position >= ?::bigint order by name, version, build for update)
     update read_store.checkpoint as checkpoint set level_at = clock_timestamp() - ? * interval '1 millisecond'
     from caught_up where kind = 'projection' and (checkpoint.name, checkpoint.version, checkpoint.build) = (caught_up.name, caught_up.version, caught_up.build)`,
    [[...names], head.toString(), Math.ceil(performance.now() - at)],
  );
}
