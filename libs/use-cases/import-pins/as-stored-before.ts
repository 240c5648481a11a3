import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { roundedKeyFault, type RowRequest, type StoredRow, type ImportBodies } from '@pps/imports';
import type { RowOutcome } from '@pps/imports/events';
import { derivedId, isWithin } from '@pps/kernel';
import { contentHash } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleHashOf } from '../create-schedule/duplicate-schedule';
import type { ImportOfRows } from './import-row';
import { keysOfSameValue, keysOfRow, withLineEnds, hashOfRow } from './row-keys';

const lookedUpAtOnce = 6;

type StreamsOfRows = { readonly live: Pick<LiveStates, 'get'> };

/**
 * A row whose pin or schedule is there already as a spreadsheet changes it when it saves a file again (with other line ends in its texts; of a CSV also
 * under a key of the same value, `00123` for `123`): asked for as it is there, so that it is found and not made twice. Any other row as it is.
 */
export async function asStoredBefore<Row extends StoredRow>(
  deps: StreamsOfRows,
  principal: Principal,
  job: ImportOfRows,
  row: Row,
): Promise<Row> {
  const { request } = row;
  if (!request) return row;
  const before = (await withOtherLineEnds(deps, principal, request)) ?? (await underSameValue(deps, principal, job, request));
  return before === null ? row : { ...row, request: before };
}

async function withOtherLineEnds({ live }: StreamsOfRows, principal: Principal, request: RowRequest): Promise<RowRequest | null> {
  if (!Object.values(request.content).some((value) => typeof value === 'string' && /[\r\n]/.test(value))) return null;
  for (const { key: idempotencyKey, isOwn } of keysOfRow(request)) {
    const stored = await storedUnder(live, principal, request, idempotencyKey);
    if (stored === null) continue;
    const content = contentOfHash(request, stored.contentHash);
    if (content) return { ...request, content, idempotencyKey };
    // A deleted one keeps its key, so that the row is refused.
    if (isOwn) return { ...request, idempotencyKey, ...(stored.contentHash !== null && { repeats: stored.contentHash }) };
  }
  return null;
}

/** Under the row's own key there is nothing, and under another one of that value the very same content, of no row of this file. */
async function underSameValue(
  { live }: StreamsOfRows,
  principal: Principal,
  { jobId, sourceType }: ImportOfRows,
  request: RowRequest,
): Promise<RowRequest | null> {
  const keys = sourceType === 'csv' ? keysOfSameValue(request.idempotencyKey) : [];
  if (keys.length === 0 || (await storedUnder(live, principal, request, request.idempotencyKey))) return null;
  const before = await mapLimited(lookedUpAtOnce, keys, async (idempotencyKey) => {
    const stored = await storedUnder(live, principal, request, idempotencyKey);
    const content = stored && stored.importJobId !== jobId ? contentOfHash(request, stored.contentHash) : null;
    return content && { ...request, content, idempotencyKey };
  });
  return before.find((one) => one !== null) ?? null;
}

/** The row's content with the line ends that its stored hash was made with, or null where that is of other content. */
const contentOfHash = (request: RowRequest, hash: string | null) =>
  [request.content, withLineEnds(request.content, '\n'), withLineEnds(request.content, '\r\n')].find(
    (content) => hash === hashOfContent({ ...request, content }),
  ) ?? null;

/** Whether the row's content is there under a key, whatever its line ends; `other`: what was deleted, too. */
async function contentUnder(
  { live }: StreamsOfRows,
  principal: Principal,
  request: RowRequest,
  key: string,
): Promise<'same' | 'other' | 'none'> {
  const stored = await storedUnder(live, principal, request, key);
  if (stored === null) return 'none';
  return contentOfHash({ ...request, idempotencyKey: key }, stored.contentHash) === null ? 'other' : 'same';
}

/** What stands under a row's key. */
interface Stored {
  readonly ids: Pick<RowOutcome, 'pinId' | 'scheduleId'>;
  /** Null where it was deleted. */
  readonly contentHash: string | null;
  readonly importJobId?: string | undefined;
}

/** The pin, or for a row with a time the schedule, under a key; null where there never was one. */
export async function storedUnder(
  live: Pick<LiveStates, 'get'>,
  { projectId, epoch, asOf }: Pick<Principal, 'projectId' | 'epoch' | 'asOf'>,
  { runAt }: Pick<RowRequest, 'runAt'>,
  idempotencyKey: string,
): Promise<Stored | null> {
  const id = derivedId(runAt === null ? 'pin' : 'schedule', projectId, epoch, idempotencyKey);
  const { state } = runAt === null ? await live.get(pinStream, id, asOf) : await live.get(scheduleStream, id, asOf);
  if (state.kind !== 'pin' && state.kind !== 'schedule' && state.kind !== 'deleted') return null;
  const ids = runAt === null ? { pinId: id } : { scheduleId: id };
  return state.kind === 'deleted' ? { ids, contentHash: null } : { ids, contentHash: state.contentHash, importJobId: state.importJobId };
}

const hashOfContent = ({ accountId, boardId, content, runAt, idempotencyKey }: RowRequest): string =>
  runAt === null ? contentHash(accountId, boardId, content) : scheduleHashOf({ accountId, boardId, content, runAt, idempotencyKey });

export interface RoundedKeysDeps extends StreamsOfRows {
  readonly importBodies: Pick<ImportBodies, 'findRoundedKeys'>;
}

type Keyed = StoredRow & { readonly request: RowRequest };

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
  const refused = await mapLimited(lookedUpAtOnce, asked, async ({ row, contentHash, rounded }): Promise<StoredRow> => {
    const before = found.filter((one) => one.contentHash === contentHash && one.rounded === rounded).map(({ key }) => key);
    const key = before.length > 0 ? await roundedFrom(deps, principal, row.request, before) : null;
    if (key === null) return row;
    const fault = { code: 'validation_error', accountId: row.request.accountId, ...roundedKeyFault(rounded, key) };
    return { ...row, request: null, fault };
  });
  const byNumber = new Map(refused.map((row) => [row.rowNumber, row]));
  return rows.map((row) => byNumber.get(row.rowNumber) ?? row);
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
