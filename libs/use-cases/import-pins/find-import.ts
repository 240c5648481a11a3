import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { listImports, type ImportFilter, type ImportPage } from '@pps/imports';
import { importStream, type Import, type RowOutcome } from '@pps/imports/events';
import { isWithin, NotFound } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';

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
