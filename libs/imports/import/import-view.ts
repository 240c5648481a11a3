import { countRows, type Import, type ImportStatus, type RowCounts } from './import.stream';

/** The job as clients see it. */
export interface ImportView extends RowCounts {
  readonly status: ImportStatus;
  readonly processedRows: number;
  readonly errorMessage: string | null;
  readonly completedAt: string | null;
}

export function describeImport(job: Import): ImportView {
  const counts = countRows(job.results);
  const completedAt = job.phase === 'ended' ? job.endedAt : null;
  return { ...counts, status: statusOf(job, counts), processedRows: job.results.length, errorMessage: messageOf(job), completedAt };
}

function statusOf(job: Import, { failedRows }: RowCounts): ImportStatus {
  if (job.phase === 'open') return job.startedAt === null ? 'queued' : 'processing';
  if (job.failure !== null) return 'failed';
  return failedRows > 0 ? 'completed_with_errors' : 'completed';
}

function messageOf(job: Import): string | null {
  if (job.phase === 'ended' && job.failure !== null) return job.failure;
  return job.cancelRequestedAt === null ? null : 'The import was canceled.';
}

/** Which rows of an import that has ended a client may still fetch: those that failed, and those that it did not reach. */
export function rowNumbersToRetain({ results, totalRows }: Pick<Import, 'results' | 'totalRows'>): number[] {
  const failed = results.flatMap(({ rowNumber, status }) => (status === 'failed' ? rowNumber : []));
  const notReached = Array.from({ length: totalRows - results.length }, (_, index) => results.length + 1 + index);
  return [...failed, ...notReached];
}
