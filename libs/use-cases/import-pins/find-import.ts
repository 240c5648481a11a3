import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { listImports, failedRowsCsv, type ImportFilter, type ImportPage, type Delimiter, type ImportBodies } from '@pps/imports';
import { importStream, type Import, type RowOutcome } from '@pps/imports/events';
import { isWithin, NotFound } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { isRepeatedContent } from './row-keys';

export interface FindImportDeps {
  readonly live: Pick<LiveStates, 'get'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
}

/** So many imports of a page are read at once, each of them up to 500 results. */
const readAtOnce = 10;

/** An import of the credential's project. Throws `NotFound` for an absent or foreign one. */
export async function findImport({ live }: Pick<FindImportDeps, 'live'>, principal: Principal, jobId: string): Promise<Import> {
  const { state } = await live.get(importStream, jobId.toLowerCase(), principal.asOf);
  const isOwn = state.kind === 'import' && state.projectId === principal.projectId && state.epoch === principal.epoch;
  if (!isOwn) throw new NotFound('Import');
  return state;
}

/** A page of the project's imports, the newest first, and how many there are in all. Throws `NotFresh`. */
export async function listImportsPage(
  deps: FindImportDeps,
  principal: Principal,
  filter: Pick<ImportFilter, 'status' | 'sourceType' | 'limit' | 'offset' | 'cursor'>,
): Promise<Omit<ImportPage, 'jobIds'> & { readonly imports: readonly Import[] }> {
  const { projectId, epoch } = principal;
  await deps.freshness.wait('import_jobs', principal);
  const { jobIds, ...page } = await listImports(deps.db, { ...filter, projectId, epoch });
  return { imports: await mapLimited(readAtOnce, jobIds, (jobId) => findImport(deps, principal, jobId)), ...page };
}

/**
 * The results that a credential may see: with an allow-list those of its accounts, and all of an import that was sent with no more accounts
 * than it has.
 */
export function visibleResults({ accountIds }: Pick<Principal, 'accountIds'>, job: Import): readonly RowOutcome[] {
  if (isWithin(job.requestedBy.accountIds, accountIds)) return job.results;
  return job.results.filter((row) => row.accountId !== undefined && accountIds?.includes(row.accountId));
}

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
