import type { Database } from '@pps/read-store';

/** A row of an imported file as the client gave it, while it is kept: until it is done, or mended. */
export interface RetainedRow {
  readonly job_id: string;
  readonly row_number: number;
  readonly given: unknown;
  readonly fault: unknown;
}

/** The next rows that are kept of a project's imports, in the order of their keys, at most so many. */
export async function retainedRows(
  db: Database,
  projectId: string,
  after: Pick<RetainedRow, 'job_id' | 'row_number'> | null,
  count: number,
): Promise<RetainedRow[]> {
  const { rows } = await db.raw<{ rows: RetainedRow[] }>(
    `select row.job_id, row.row_number, row.given, row.fault from imports.row as row join imports.body as body using (job_id)
     where body.project_id = :projectId and (row.job_id, row.row_number) > (:jobId::uuid, :rowNumber::int)
     order by row.job_id, row.row_number limit :count`,
    { projectId, jobId: after?.job_id ?? '00000000-0000-0000-0000-000000000000', rowNumber: after?.row_number ?? 0, count },
  );
  return rows;
}
