import type { Principal } from '@pps/identity';
import { roundedKeyFault, type ImportBodies, type RoundedKey, type RowRequest, type StoredRow } from '@pps/imports';
import { isWithin } from '@pps/kernel';
import { contentUnder, type StreamsOfRows } from './as-stored-before';
import type { ImportOfRows } from './import-row';
import { hashOfRow } from './row-keys';
import { roundingsOfKey } from './roundings-of-key';

export interface RoundedKeysDeps extends StreamsOfRows {
  readonly importBodies: Pick<ImportBodies, 'findRoundedKeys'>;
}

type Keyed = StoredRow & { readonly request: RowRequest };

/** What programs may make of the keys of these rows, with what each row asks for. */
export const roundedKeysOf = (requests: readonly (RowRequest | null)[]): RoundedKey[] =>
  requests.flatMap((request) => {
    const roundings = request ? roundingsOfKey(request.idempotencyKey) : [];
    if (!request || roundings.length === 0) return [];
    const contentHash = hashOfRow(request);
    return roundings.map((rounded) => ({ contentHash, rounded, key: request.idempotencyKey }));
  });

/**
 * Rows of a CSV whose key is what a program makes of a longer one, under which the very same content came in another file and is there: those fail with words
 * that say so. The other rows as they are, also where the row's own key is known. One look-up for all rows, and none where no key is long enough.
 */
export async function refuseRoundedKeys(
  deps: RoundedKeysDeps,
  principal: Principal,
  { jobId, sourceType }: ImportOfRows,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const long = rows.filter((row): row is Keyed => sourceType === 'csv' && row.request !== null && isLong(row.request.idempotencyKey));
  const asked = long
    .filter(({ request }) => isWithin([request.accountId], principal.accountIds))
    .map((row) => ({ row, contentHash: hashOfRow(row.request), rounded: row.request.idempotencyKey }));
  if (asked.length === 0) return rows;
  const { projectId, epoch } = principal;
  const found = await deps.importBodies.findRoundedKeys({ jobId, projectId, epoch }, asked);
  const refused = new Map<number, StoredRow>();
  for (const { row, contentHash, rounded } of asked) {
    const before = found.filter((one) => one.contentHash === contentHash && one.rounded === rounded).map(({ key }) => key);
    const key = before.length > 0 ? await roundedFrom(deps, principal, row.request, before) : null;
    if (key === null) continue;
    const fault = { code: 'validation_error', accountId: row.request.accountId, ...roundedKeyFault(rounded, key) };
    refused.set(row.rowNumber, { ...row, request: null, fault });
  }
  return rows.map((row) => refused.get(row.rowNumber) ?? row);
}

const isLong = (key: string): boolean => /^[1-9]\d{15,63}$/.test(key);

/** The first of these keys under which the row's content is there, where nothing is under its own. */
async function roundedFrom(
  deps: RoundedKeysDeps,
  principal: Principal,
  request: RowRequest,
  keys: readonly string[],
): Promise<string | null> {
  if ((await contentUnder(deps, principal, request, request.idempotencyKey)) !== 'none') return null;
  for (const key of keys) {
    if ((await contentUnder(deps, principal, request, key)) === 'same') return key;
  }
  return null;
}
