import { mapLimited } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import type { RowRequest, StoredRow } from '@pps/imports';
import { derivedId } from '@pps/kernel';
import { contentHash } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleHashOf } from '../create-schedule/duplicate-schedule';
import type { ImportOfRows } from './import-row';
import { keysOfSameValue } from './keys-of-same-value';
import { keysOfRow, withLineEnds } from './row-keys';

const lookedUpAtOnce = 6;

export type StreamsOfRows = { readonly live: Pick<LiveStates, 'get'> };

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
export async function contentUnder(
  { live }: StreamsOfRows,
  principal: Principal,
  request: RowRequest,
  key: string,
): Promise<'same' | 'other' | 'none'> {
  const stored = await storedUnder(live, principal, request, key);
  if (stored === null) return 'none';
  return contentOfHash({ ...request, idempotencyKey: key }, stored.contentHash) === null ? 'other' : 'same';
}

interface Stored {
  readonly contentHash: string | null;
  readonly importJobId?: string | undefined;
}

/** What stands under a key; without a hash where it was deleted. */
async function storedUnder(
  live: Pick<LiveStates, 'get'>,
  { projectId, epoch, asOf }: Principal,
  { runAt }: RowRequest,
  idempotencyKey: string,
): Promise<Stored | null> {
  const { state } =
    runAt === null
      ? await live.get(pinStream, derivedId('pin', projectId, epoch, idempotencyKey), asOf)
      : await live.get(scheduleStream, derivedId('schedule', projectId, epoch, idempotencyKey), asOf);
  if (state.kind === 'pin' || state.kind === 'schedule') return { contentHash: state.contentHash, importJobId: state.importJobId };
  return state.kind === 'deleted' ? { contentHash: null } : null;
}

const hashOfContent = ({ accountId, boardId, content, runAt, idempotencyKey }: RowRequest): string =>
  runAt === null ? contentHash(accountId, boardId, content) : scheduleHashOf({ accountId, boardId, content, runAt, idempotencyKey });
