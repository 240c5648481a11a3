import type { Principal } from '@pps/identity';
import { failedRowsCsv, type Delimiter, type ImportBodies } from '@pps/imports';
import type { Import } from '@pps/imports/events';
import { isWithin, NotFound } from '@pps/kernel';
import { findImport, visibleResults, type FindImportDeps } from './find-import';
import { isRepeatedContent } from './row-keys';

export interface FailedRowsDeps extends Pick<FindImportDeps, 'live'> {
  readonly importBodies: Pick<ImportBodies, 'readGiven'>;
}

/**
 * The failed rows of an import, and of one that ended before its end those that were not reached, as a CSV that says why: as far as the
 * credential may see the accounts that they name; with the separator of the file that was sent, unless another one is asked for. Throws `NotFound` for an absent or foreign import, and for one whose
 * rows are no longer kept.
 */
export async function failedRows(deps: FailedRowsDeps, principal: Principal, jobId: string, asked?: Delimiter): Promise<string> {
  const job = await findImport(deps, principal, jobId);
  const failed = visibleResults(principal, job).filter(({ status }) => status === 'failed');
  const notReached = rowsNotReached(job);
  const numbers = [...failed.map(({ rowNumber }) => rowNumber), ...notReached];
  const delimiter = asked ?? job.delimiter ?? ',';
  if (numbers.length === 0) return failedRowsCsv([], delimiter);
  const stored = await deps.importBodies.readGiven(job.jobId, numbers);
  if (stored.size === 0) throw new NotFound('Failed rows');
  const seesAll = isWithin(job.requestedBy.accountIds, principal.accountIds);
  const mayShow = (rowNumber: number) => seesAll || isWithin([stored.get(rowNumber)?.request?.accountId ?? ''], principal.accountIds);
  const error = `failed: ${(job.phase === 'ended' && job.failure) || 'The import ended before this row.'}`;
  const shown = [
    ...failed.map(({ rowNumber, errorCode, errorMessage }) => ({
      rowNumber,
      error: `${errorCode ?? 'failed'}: ${errorMessage ?? 'The row failed.'}`,
    })),
    ...notReached.filter(mayShow).map((rowNumber) => ({ rowNumber, error })),
  ];
  return failedRowsCsv(
    shown.map(({ rowNumber, error }) => {
      const row = stored.get(rowNumber);
      const key = row?.request?.idempotencyKey ?? '';
      return { given: row?.given ?? null, error, idempotencyKey: isRepeatedContent(key) ? key : null };
    }),
    delimiter,
  );
}

/** Of an import that ended before its end. */
function rowsNotReached({ phase, totalRows, results }: Import): number[] {
  if (phase === 'open') return [];
  return Array.from({ length: totalRows - results.length }, (_, index) => results.length + 1 + index);
}
