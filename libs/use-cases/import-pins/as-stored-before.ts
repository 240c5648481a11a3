import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import type { RowRequest, StoredRow } from '@pps/imports';
import { derivedId } from '@pps/kernel';
import { contentHash } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleHashOf } from '../create-schedule/duplicate-schedule';
import { keysOfRow, withLineEnds } from './row-keys';

/**
 * A row whose pin or schedule is there already with other line ends in its texts, as a spreadsheet writes them when it saves a file again: asked for as
 * it is there, so that it is found and not made twice. Any other row as it is.
 */
export async function asStoredBefore<Row extends StoredRow>(
  { live }: { readonly live: Pick<LiveStates, 'get'> },
  principal: Principal,
  row: Row,
): Promise<Row> {
  const { request } = row;
  if (!request || !Object.values(request.content).some((value) => typeof value === 'string' && /[\r\n]/.test(value))) return row;
  const contents = [request.content, withLineEnds(request.content, '\n'), withLineEnds(request.content, '\r\n')];
  for (const { key: idempotencyKey, isOwn } of keysOfRow(request)) {
    const stored = await storedUnder(live, principal, request, idempotencyKey);
    if (stored === null) continue;
    const content = contents.find((one) => stored.contentHash === hashOfContent({ ...request, content: one }));
    if (content) return { ...row, request: { ...request, content, idempotencyKey } };
    // A deleted one keeps its key, so that the row is refused.
    if (isOwn)
      return { ...row, request: { ...request, idempotencyKey, ...(stored.contentHash !== null && { repeats: stored.contentHash }) } };
  }
  return row;
}

/** What stands under a key; without a hash where it was deleted. */
async function storedUnder(
  live: Pick<LiveStates, 'get'>,
  { projectId, epoch, asOf }: Principal,
  { runAt }: RowRequest,
  idempotencyKey: string,
): Promise<{ readonly contentHash: string | null } | null> {
  const { state } =
    runAt === null
      ? await live.get(pinStream, derivedId('pin', projectId, epoch, idempotencyKey), asOf)
      : await live.get(scheduleStream, derivedId('schedule', projectId, epoch, idempotencyKey), asOf);
  if (state.kind === 'pin' || state.kind === 'schedule') return { contentHash: state.contentHash };
  return state.kind === 'deleted' ? { contentHash: null } : null;
}

const hashOfContent = ({ accountId, boardId, content, runAt, idempotencyKey }: RowRequest): string =>
  runAt === null ? contentHash(accountId, boardId, content) : scheduleHashOf({ accountId, boardId, content, runAt, idempotencyKey });
