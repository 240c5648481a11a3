import type { Database } from './database';

/** A function that reads the log's head each time it is called, and notes which of these projections have passed the head of the call before. */
export function noteCaughtUp(db: Database, names: readonly string[], readHead: () => Promise<bigint>): () => Promise<bigint> {
  let before: { readonly head: bigint; readonly at: number } | undefined;
  return async () => {
    // Taken before the read: what is stored while it is under way may be missing in it.
    const at = performance.now();
    const head = await readHead();
    if (before) {
      await db.raw(
        `with caught_up as (
           select name, version, build from read_store.checkpoint
           where kind = 'projection' and name = any(?::text[]) and position >= ?::bigint order by name, version, build for update)
         update read_store.checkpoint as checkpoint set level_at = clock_timestamp() - ? * interval '1 millisecond'
         from caught_up where kind = 'projection' and (checkpoint.name, checkpoint.version, checkpoint.build) = (caught_up.name, caught_up.version, caught_up.build)`,
        [[...names], before.head.toString(), Math.ceil(performance.now() - before.at)],
      );
    }
    before = { head, at };
    return head;
  };
}
