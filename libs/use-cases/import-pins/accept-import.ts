import type { Streams } from '@pps/event-store';
import type { Creation } from '@pps/idempotency';
import { limitedToAccounts, originOfPrincipal, ownerNotPermitted, type Principal } from '@pps/identity';
import { queueImport, requestCancellation, rowNumbersToRetain, type Delimiter, type ImportBodies, type RowFault } from '@pps/imports';
import { importStream, type Import, type ImportAccepted, type ImportSource } from '@pps/imports/events';
import { isWithin, NotFound, type Clock } from '@pps/kernel';
import { requireLastingAgreement } from '../agreement/require-agreement';
import { featureUnavailable, requireBilling, type PinCheckDeps } from '../create-pin/pin-checks';
import { findImport, type FindImportDeps } from './find-import';
import { roundedKeysOf, withRowKeys, type KeylessRow } from './row-keys';

export interface AcceptImportDeps extends Pick<PinCheckDeps, 'termsOf' | 'upgradeUrl'> {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly importBodies: Pick<ImportBodies, 'save'>;
  readonly clock: Clock;
}

/** A row as its host could read it: a request, or why it is none. */
export interface ReadRow {
  readonly given: unknown;
  readonly request: KeylessRow | null;
  readonly fault: RowFault | null;
}

export interface ImportFile {
  readonly sourceType: ImportSource;
  readonly sourceFilename: string | null;
  /** What separates the cells of a CSV. */
  readonly delimiter?: Delimiter;
  readonly rows: readonly ReadRow[];
}

/**
 * Takes a file of pins: its rows are stored and worked off afterwards. Throws `Rejected` with `proposal_required`, `account_not_permitted` for a credential that
 * may name no account or sees fewer than made the import in an earlier call, `feature_unavailable`, `billing_inactive` or
 * `rate_limited`, where nothing is stored, and `StoreUnavailable`. One that an earlier call has made under the same id is given as it is now.
 */
export async function acceptImport(
  deps: AcceptImportDeps,
  principal: Principal,
  file: ImportFile,
  { id, mayExist }: Creation,
): Promise<Import> {
  requireLastingAgreement(principal);
  if (principal.accountIds?.length === 0) throw limitedToAccounts();
  const { state: known } = mayExist ? await deps.streams.load(importStream, id) : { state: null };
  if (known?.kind === 'import') {
    if (!isWithin(known.requestedBy.accountIds, principal.accountIds)) throw limitedToAccounts();
    return known;
  }
  const terms = await deps.termsOf(principal);
  if (!terms.planTerms.features.bulkImports) throw featureUnavailable(deps, 'bulk_imports', terms.plan);
  requireBilling(deps, terms);
  const accepted = acceptedData(deps, principal, file, id);
  const requests = withRowKeys(file.rows.map(({ request }) => request));
  const rows = file.rows.map(({ given, fault }, index) => ({ rowNumber: index + 1, given, fault, request: requests[index] ?? null }));
  // First the rows, then the fact that names them: a sweep finds what a crash leaves between the two.
  await deps.importBodies.save(accepted, rows, roundedKeysOf(requests));
  const origin = originOfPrincipal(principal, new Date(accepted.acceptedAt));
  const { state } = await deps.streams.decide(importStream, accepted.jobId, origin, (current) => queueImport(accepted, current), {
    fresh: true,
  });
  if (state.kind !== 'import') throw new Error(`import ${accepted.jobId} is ${state.kind} after it was accepted`);
  return state;
}

function acceptedData(
  { clock }: Pick<AcceptImportDeps, 'clock'>,
  { projectId, epoch, organizationId, userId, keyId, accountIds }: Principal,
  { sourceType, sourceFilename, delimiter = ',', rows }: ImportFile,
  jobId: string,
): ImportAccepted['data'] {
  return {
    ...{ jobId, projectId, epoch, organizationId, sourceType, totalRows: rows.length },
    ...(sourceFilename === null ? {} : { sourceFilename }),
    ...(delimiter !== ',' && { delimiter }),
    accountIds: [...new Set(rows.flatMap(({ request }) => request?.accountId ?? []))],
    requestedBy: { ...(keyId === undefined ? { kind: 'session' } : { kind: 'api_key', keyId }), userId, accountIds },
    acceptedAt: clock().toISOString(),
  };
}

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
