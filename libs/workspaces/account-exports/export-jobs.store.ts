import type { Database } from '@pps/read-store';

/** An export that something is to be done about: made, ended at its time, or its bytes deleted. The log says what. */
export interface ExportJob {
  readonly exportId: string;
  readonly organizationId: string;
  /** Names its archive in the storage; null: there is none. */
  readonly fileId: string | null;
  /** How often it was begun. */
  readonly tries: number;
}

interface Row {
  export_id: string;
  organization_id: string;
  file_id: string | null;
  tries: number;
}

const longestErrorLength = 500;

/** Notes an export that was asked for; a repeat changes nothing. */
export async function noteExport(
  db: Database,
  { exportId, organizationId }: Pick<ExportJob, 'exportId' | 'organizationId'>,
): Promise<void> {
  await db('workspaces.account_export').insert({ export_id: exportId, organization_id: organizationId }).onConflict('export_id').ignore();
}

/** Lets an export be looked at now; `fileId` is noted where it is given. */
export async function wakeExport(db: Database, exportId: string, fileId?: string): Promise<void> {
  const file = fileId === undefined ? {} : { file_id: fileId };
  await db('workspaces.account_export')
    .where({ export_id: exportId })
    .update({ ...file, next_try_at: db.fn.now() });
}

/** Lets the exports of an organization be looked at now. */
export async function wakeExportsOf(db: Database, organizationId: string): Promise<void> {
  await db('workspaces.account_export').where({ organization_id: organizationId }).update({ next_try_at: db.fn.now() });
}

/** Those that are due, but for these, at most so many, the longest waiting first. */
export async function dueExports(db: Database, except: readonly string[], most: number): Promise<ExportJob[]> {
  const due = db('workspaces.account_export')
    .whereRaw('next_try_at <= clock_timestamp()')
    .whereNotIn('export_id', [...except]);
  return ((await due.orderBy('next_try_at').limit(most)) as Row[]).map((row) => ({
    exportId: row.export_id,
    organizationId: row.organization_id,
    fileId: row.file_id,
    tries: row.tries,
  }));
}

/** Counts that the making of its archive begins. */
export async function beginExport(db: Database, exportId: string): Promise<void> {
  await db('workspaces.account_export').where({ export_id: exportId }).increment('tries', 1);
}

/** Nothing is to be done about it until then. */
export async function postponeExport(db: Database, exportId: string, until: Date, error: unknown = null): Promise<void> {
  const lastError = error === null ? null : String(error).replaceAll('\0', '').slice(0, longestErrorLength);
  await db('workspaces.account_export').where({ export_id: exportId }).update({ next_try_at: until, last_error: lastError });
}

/** Nothing is to be done about it any more. */
export async function dropExport(db: Database, exportId: string): Promise<void> {
  await db('workspaces.account_export').where({ export_id: exportId }).delete();
}

/** Archives of an organization that may still be stored. */
export async function exportFilesOf(db: Database, organizationId: string): Promise<string[]> {
  const rows = (await db('workspaces.account_export')
    .where({ organization_id: organizationId })
    .whereNotNull('file_id')
    .select('file_id')) as {
    file_id: string;
  }[];
  return rows.map((row) => row.file_id);
}

/** Which of these archives belong to an export that is noted. */
export async function notedFiles(db: Database, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = (await db('workspaces.account_export')
    .whereIn('file_id', [...fileIds])
    .select('file_id')) as { file_id: string }[];
  return new Set(rows.map((row) => row.file_id));
}

/** Milliseconds until an archive is to be made or deleted, in SQL. */
export const accountExportsDue = `(select extract(epoch from min(next_try_at) - clock_timestamp()) * 1000 from workspaces.account_export)`;
