import type { Database } from './database';

export type WorkspaceRow = Readonly<Record<string, unknown>>;

const rowsAtOnce = 500;

/**
 * The rows of a project or an organization with its projects, as a view of `analytics` shows them at one moment, 500 at a time: the next ones are
 * read when these were taken. One connection is held until then.
 */
export async function* workspaceRows(db: Database, view: string, workspaceId: string): AsyncGenerator<readonly WorkspaceRow[]> {
  if (!/^[a-z_]+$/.test(view)) throw new Error('not the name of a view');
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw(`select set_config('app.workspace', ?, true)`, [workspaceId]);
    await tx.raw(`declare workspace_rows no scroll cursor for select * from analytics."${view}"`);
    for (;;) {
      const { rows } = await tx.raw<{ rows: WorkspaceRow[] }>(`fetch ${rowsAtOnce} from workspace_rows`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await tx.rollback();
  }
}
