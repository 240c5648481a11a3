import { isUuid } from '@pps/kernel';
import type { Database } from './database';

export type WorkspaceRow = Readonly<Record<string, unknown>>;

export interface WorkspaceRowsQuestion {
  readonly view: string;
  readonly owner: string;
  /** A project, or an organization. */
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

const rowsAtOnce = 500;
/** Who takes a portion may look up names, files and contents of it and write it on a disk before the next one. It holds no lock meanwhile. */
const idleMs = 10 * 60_000;

/**
 * The rows of a project or an organization with its projects, as a view of `analytics` shows them at one moment, 500 at a time: the next ones are
 * read when these were taken. One connection is held until then. They are found by the index of `owner`, a column that has one of `ids`.
 */
export async function* workspaceRows(
  db: Database,
  { view, owner, workspaceId, ids }: WorkspaceRowsQuestion,
): AsyncGenerator<readonly WorkspaceRow[]> {
  if (!/^[a-z_]+$/.test(view) || !/^[a-z_]+$/.test(owner)) throw new Error('not the name of a view or a column');
  if (!ids.every(isUuid)) throw new Error('not an id');
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw(`set local idle_in_transaction_session_timeout = ${idleMs}`);
    await tx.raw(`select set_config('app.workspace', ?, true)`, [workspaceId]);
    // The condition of the view narrows as well, but the planner has no index for it.
    const owned = `"${owner}" = any('{${ids.join(',')}}'::uuid[])`;
    await tx.raw(`declare workspace_rows no scroll cursor for select * from analytics."${view}" where ${owned}`);
    for (;;) {
      const { rows } = await tx.raw<{ rows: WorkspaceRow[] }>(`fetch ${rowsAtOnce} from workspace_rows`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await tx.rollback();
  }
}
