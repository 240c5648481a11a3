import type { Database } from '@pps/read-store';

/** Deletes what is stored of the boards of an account, names among it. */
export async function eraseBoardVerdicts(
  db: Database,
  { projectId, accountId }: { readonly projectId: string; readonly accountId: string },
): Promise<void> {
  await db('connections.board_verdict').where({ project_id: projectId, account_id: accountId }).delete();
}
