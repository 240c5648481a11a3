import type { Database } from '@pps/read-store';
import { sumActivity } from './pin-activity.query';
import { asksBeyondCounts, foundIn, foundOf, pinsOf, type FoundPins, type PinFilter } from './pin-filter';

type Counted = { count: string | null } | undefined;

/**
 * How many pins a filter matches, exactly: from counts that are kept with the pins wherever these know what it filters by. `found` are those in which its
 * text is found, where they are known.
 */
export async function countPins(db: Database, filter: PinFilter, found: FoundPins | null = null): Promise<number> {
  const { q, since, until, boardId, errorCode, removed } = filter;
  if (q !== undefined) return countFound(db, filter, q, found);
  if (asksBeyondCounts(filter)) return countRows(pinsOf(db, filter));
  if (since === undefined && until === undefined) return sumCounts(db, filter);
  if (boardId !== undefined || errorCode !== undefined || removed === true) return countRows(pinsOf(db, filter));
  return countByTime(db, filter);
}

async function countFound(db: Database, filter: PinFilter, q: string, found: FoundPins | null): Promise<number> {
  const { accountIds, accountId, boardId, status, errorCode, since, until } = filter;
  const narrower = [accountIds ?? undefined, accountId, boardId, status, errorCode, since, until];
  const isNarrowed = narrower.some((value) => value !== undefined) || asksBeyondCounts(filter);
  if (!isNarrowed) return found ? found.length : countRows(foundIn(db, filter, q));
  if (found) return countRows(foundOf(db, filter, found));
  return countRows(pinsOf(db, filter).whereIn('pin.pin_id', foundIn(db, filter, q).select('found.pin_id')));
}

async function sumCounts(db: Database, filter: PinFilter): Promise<number> {
  const { projectId, epoch, accountIds, accountId, boardId, status, errorCode, removed } = filter;
  const counts = db('read.pin_counts').where({ project_id: projectId, epoch, is_removed: removed === true });
  if (accountIds) void counts.whereRaw('account_id = any(?::uuid[])', [[...accountIds]]);
  if (accountId !== undefined) void counts.where('account_id', accountId);
  if (boardId !== undefined) void counts.where('board_id', boardId);
  if (status !== undefined) void counts.where('status', status);
  if (errorCode !== undefined) void counts.where('error_code', errorCode);
  const summed = (await counts.sum({ count: 'pins' }).first()) as Counted;
  return Number(summed?.count ?? 0);
}

async function countByTime(db: Database, filter: PinFilter): Promise<number> {
  const {
    projectId,
    epoch,
    accountIds,
    accountId,
    status,
    since = '0001-01-01T00:00:00.000Z',
    until = '9999-12-31T00:00:00.000Z',
  } = filter;
  const accounts = accountId === undefined ? accountIds : accountIds && !accountIds.includes(accountId) ? [] : [accountId];
  if (Date.parse(since) >= Date.parse(until)) return 0;
  const sums = await sumActivity(db, { projectId, epoch, accountIds: accounts, bounds: [since, until] });
  const statuses = pinStatuses.filter((each) => status === undefined || each === status);
  return sums.flatMap((sum) => statuses.map((each) => sum[each])).reduce((total, pins) => total + pins, 0);
}

const pinStatuses = ['queued', 'deferred', 'publishing', 'published', 'failed'] as const;

async function countRows(matching: ReturnType<typeof pinsOf>): Promise<number> {
  const counted = (await matching.count({ count: '*' }).first()) as Counted;
  return Number(counted?.count ?? 0);
}
