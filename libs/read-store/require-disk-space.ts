import type { Database } from './database';

/**
 * Writes a temporary file of some 160 KiB beside the tables, which is gone at once; throws 53100 where the disk is full. A row that is counted up finds
 * room in its page for long after nothing can be added any more.
 */
export async function requireDiskSpace(db: Database): Promise<void> {
  // Sent together, statements are one transaction.
  await db.raw(
    `set local work_mem = '64kB'; set local temp_tablespaces = '';
     with filler as materialized (select repeat('x', 20000) as text from generate_series(1, 8)) select count(*) from filler`,
  );
}
