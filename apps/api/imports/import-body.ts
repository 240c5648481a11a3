import type { Principal } from '@pps/identity';
import { describeImport, type Import, type RowOutcome } from '@pps/imports/events';
import { visibleResults } from '@pps/use-cases';

/** An import as responses show it to a credential. */
export const toImportBody = (principal: Principal, job: Import) => bodyOf(job, visibleResults(principal, job));

/** An import in a list: without its results, so that the answer is bounded by the number of imports. */
export const toListedImportBody = (job: Import) => bodyOf(job, []);

function bodyOf(job: Import, results: readonly RowOutcome[]) {
  const view = describeImport(job);
  return {
    id: job.jobId,
    workspace_id: job.projectId,
    source_type: job.sourceType,
    status: view.status,
    source_filename: job.sourceFilename ?? null,
    total_rows: job.totalRows,
    processed_rows: view.processedRows,
    created_rows: view.createdRows,
    existing_rows: view.existingRows,
    failed_rows: view.failedRows,
    results: results.map(toResultBody),
    error_message: view.errorMessage,
    created_at: job.acceptedAt,
    started_at: job.startedAt,
    completed_at: view.completedAt,
    updated_at: job.updatedAt,
  };
}

const toResultBody = (row: RowOutcome) => ({
  row_number: row.rowNumber,
  status: row.status,
  pin_id: row.pinId ?? null,
  schedule_id: row.scheduleId ?? null,
  idempotency_key: row.idempotencyKey ?? null,
  error_code: row.errorCode ?? null,
  error_message: row.errorMessage ?? null,
  error_field: row.errorField ?? null,
});
