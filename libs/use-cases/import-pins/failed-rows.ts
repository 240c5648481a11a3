import type { Principal } from '@pps/identity';
import { failedRowsCsv, type ImportBodies } from '@pps/imports';
import type { Import } from '@pps/imports/events';
import { NotFound } from '@pps/kernel';
import { findImport, isWithin, visibleResults, type FindImportDeps } from './find-import';
import { isRepeatedContent } from './row-keys';

export interface FailedRowsDeps extends Pick<FindImportDeps, 'live'> {
  readonly importBodies: Pick<ImportBodies, 'readGiven'>;
}

/**
 * The failed rows of an import as a CSV that says why each has failed. Throws `NotFound` for an absent or foreign import, and for one whose
 * rows are no longer kept.
 */
export async function failedRows(deps: FailedRowsDeps, principal: Principal, jobId: string): Promise<string> {
  const job = await findImport(deps, principal, jobId);
  const failed = visibleFailures(principal, job);
  if (failed.length === 0) return failedRowsCsv([]);
  const stored = await deps.importBodies.readGiven(
    job.jobId,
    failed.map(({ rowNumber }) => rowNumber),
  );
  if (stored.size === 0) throw new NotFound('Failed rows');
  return failedRowsCsv(
    failed.map(({ rowNumber, error }) => {
      const row = stored.get(rowNumber);
      const key = row?.request?.idempotencyKey ?? '';
      return { given: row?.given ?? null, error, idempotencyKey: isRepeatedContent(key) ? key : null };
    }),
  );
}

/**
 * The rows that failed, and of an import that ended before its end those that were not reached. Which account a row names that was not reached
 * is not recorded: such rows are only for whoever may see all that the sender may.
 */
function visibleFailures(principal: Principal, job: Import): { readonly rowNumber: number; readonly error: string }[] {
  const results = visibleResults(principal, job);
  const failed = results.flatMap(({ rowNumber, status, errorCode, errorMessage }) =>
    status === 'failed' ? { rowNumber, error: `${errorCode ?? 'failed'}: ${errorMessage ?? 'The row failed.'}` } : [],
  );
  if (job.phase === 'open' || !isWithin(job.requestedBy.accountIds, principal.accountIds)) return failed;
  const error = `failed: ${job.failure ?? 'The import ended before this row.'}`;
  const notReached = Array.from({ length: job.totalRows - job.results.length }, (_, index) => job.results.length + 1 + index);
  return [...failed, ...notReached.map((rowNumber) => ({ rowNumber, error }))];
}
