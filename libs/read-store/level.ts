import type { Database } from './database';

/** Answers a function to be called again and again: it looks at the log's head, and notes which projections have passed that of the call before. */
export function noteLevel(db: Database, look: () => Promise<bigint>): () => Promise<bigint> {
  let before: { readonly head: bigint; readonly at: number } | undefined;
  return async () => {
    // From before the look: what is stored while it is under way need not be in it.
    const at = performance.now();
    const head = await look();
    if (before) {
      await db.raw(
        `with level as (
           select name, version, build from read_store.checkpoint
           where kind = 'projection' and position >= ?::bigint order by name, version, build for update)
         update read_store.checkpoint as checkpoint set level_at = clock_timestamp() - ? * interval '1 millisecond'
         from level where kind = 'projection' and (checkpoint.name, checkpoint.version, checkpoint.build) = (level.name, level.version, level.build)`,
        [before.head.toString(), Math.ceil(performance.now() - before.at)],
      );
    }
    before = { head, at };
    return head;
  };
}
