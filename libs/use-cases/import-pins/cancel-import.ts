import type { Streams } from '@pps/event-store';
import { originOfPrincipal, ownerNotPermitted, type Principal } from '@pps/identity';
import { requestCancellation, rowNumbersToRetain, type ImportBodies } from '@pps/imports';
import { importStream, type Import } from '@pps/imports/events';
import { isWithin, NotFound, type Clock } from '@pps/kernel';
import { findImport, type FindImportDeps } from './find-import';

export interface CancelImportDeps extends Pick<FindImportDeps, 'live'> {
  readonly streams: Pick<Streams, 'decide'>;
  readonly clock: Clock;
  readonly importBodies: Pick<ImportBodies, 'keepFailedRows'>;
}

/**
 * Ends an import: what it has created stays, the rows that are left fail with `canceled`. A repeat answers the import as it is. Throws `NotFound`,
 * `Rejected('conflict')` for one that has ended, and `Rejected('account_not_permitted')` where it names accounts that the credential must not.
 */
export async function cancelImport(deps: CancelImportDeps, principal: Principal, jobId: string): Promise<Import> {
  const job = await findImport(deps, principal, jobId);
  refuseOtherAccounts(principal, job);
  const now = deps.clock();
  const { state } = await deps.streams.decide(importStream, job.jobId, originOfPrincipal(principal, now), (current) => {
    if (current.kind === 'none') throw new NotFound('Import');
    return requestCancellation(now.toISOString(), current);
  });
  if (state.kind === 'none') throw new NotFound('Import');
  // Frees its place among those that wait; what fails here the sweep does later.
  if (state.phase === 'ended') await deps.importBodies.keepFailedRows(job.jobId, rowNumbersToRetain(state)).catch(() => undefined);
  return state;
}

function refuseOtherAccounts({ accountIds }: Principal, job: Import): void {
  if (accountIds === null || isWithin(job.requestedBy.accountIds, accountIds)) return;
  if (!isWithin(job.accountIds, accountIds)) throw ownerNotPermitted();
}
