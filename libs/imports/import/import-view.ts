import type { RowOutcome } from './import.events';
import type { Import, ImportStatus } from './import.state';

export interface RowCounts {
  readonly createdRows: number;
  readonly existingRows: number;
  readonly failedRows: number;
}

export function countRows(results: readonly RowOutcome[]): RowCounts {
  const count = (status: RowOutcome['status']) => results.filter((row) => row.status === status).length;
  return { createdRows: count('created'), existingRows: count('existing'), failedRows: count('failed') };
}

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
