import { isBeingRemoved, isPassedOver, passedOverItems, runByIndex, type Database } from '@pps/read-store';
import type { PublishingTask } from '../pacing/publish-queue';
import { nextActionSql, startKinds } from './action-columns';
import { boardIsFree, isDue, isFreeToStart, type StartablePins } from '../pacing/may-start.decider';

export interface StartablePinsAsk {
  readonly accounts: readonly string[];
  readonly perAccount: number;
  readonly uploads: boolean;
}

interface AccountRow {
  account_id: string;
  waits: boolean;
  needs_consent: boolean;
  has_videos: boolean;
  next_due_at: Date | null;
  pins: readonly PinRow[] | null;
}

interface PinRow {
  pin_id: string;
  starts: number;
  project_id: string;
  account_id: string;
  board_id: string;
  fingerprint: string;
  cost: number;
  simulated: boolean;
  needs_upload: boolean;
}

/** Waiting pins read of one board; behind that many equals of a pin with an unknown outcome, the board waits until that is reconciled. */
const pinsScanned = 64;
/** Boards of an account that are looked at in the order of their ids; where it has more, those of its first pins as well. */
const boardsWalked = 128;
const firstPins = 64;

const publishTask: PublishingTask = 'publish';

/**
 * Of each account what waits, and its oldest pins that may start now; in the order of the accounts that are asked for. Of an account with more than
 * 128 boards whose 64 first pins cannot start, later pins may go before others that could.
 */
export async function readStartablePins(db: Database, { accounts, perAccount, uploads }: StartablePinsAsk): Promise<StartablePins[]> {
  const kinds = uploads ? [false, true] : [false];
  const { rows } = await runByIndex<{ rows: AccountRow[] }>(db, startableSql, { accounts: [...accounts], perAccount, kinds });
  return rows.map(({ account_id, waits, needs_consent, has_videos, next_due_at, pins }) => ({
    accountId: account_id,
    waits,
    needsConsent: needs_consent,
    hasVideos: has_videos,
    nextDueAt: next_due_at,
    pins: (pins ?? []).map(candidateOf),
  }));
}

/** What the pacer decides by, of a row of the queue. */
export const candidateOf = (row: PinRow): StartablePins['pins'][number] => ({
  pinId: row.pin_id,
  attempt: row.starts + 1,
  projectId: row.project_id,
  accountId: row.account_id,
  boardId: row.board_id,
  fingerprint: row.fingerprint,
  cost: row.cost,
  simulated: row.simulated,
  needsUpload: row.needs_upload,
});

const nextBoard = (started: string): string => `
  (select next.board_id from read.publish_queue next
   where next.account_id = board.account_id and ${nextActionSql(startKinds, 'next')} and next.starts ${started} and next.board_id > board.board_id
   order by next.board_id limit 1)`;

const oldest = (started: string, order: string): string => `
  (select * from read.publish_queue waiting
   where waiting.account_id = board.account_id and waiting.board_id = board.board_id and waiting.needs_upload = kind.needs_upload
     and ${nextActionSql(startKinds, 'waiting')} and waiting.starts ${started} and ${isDue('waiting')}
   order by waiting.${order} limit ${pinsScanned})`;

const boardsOfFirst = (started: string, order: string): string => `
  (select first.board_id from read.publish_queue first
   where first.account_id = cut.account_id and first.needs_upload = kind.needs_upload and ${nextActionSql(startKinds, 'first')} and first.starts ${started}
     and ${isDue('first')}
   order by first.${order} limit ${firstPins})`;

// Walks from board to board over the indexes of what waits, so that the cost grows with the boards, as far as it goes, and neither with the pins
// that wait nor with those that are held back until later. All in one statement: what is due and what is not yet due are told by the same moment.
const startableSql = `
  with recursive walk (account_id, board_id, place) as (
    select asked.account_id, '', 0 from unnest(:accounts::uuid[]) as asked (account_id)
    union all
    select board.account_id, least(${nextBoard('= 0')}, ${nextBoard('> 0')}), board.place + 1 from walk board
    where board.board_id is not null and board.place < ${boardsWalked}),
  board as materialized (
    select account_id, board_id from walk where board_id <> ''
    union
    select cut.account_id, more.board_id from walk cut cross join unnest(:kinds::boolean[]) as kind (needs_upload)
    cross join lateral (${boardsOfFirst('= 0', 'queue_position')} union all ${boardsOfFirst('> 0', 'ready_at')}) more
    where cut.place = ${boardsWalked} and cut.board_id is not null),
  passed as materialized (
    select waiting.account_id, min(item.retry_at) as retry_at from (${passedOverItems(publishTask)}) item
    join read.publish_queue waiting on waiting.pin_id = item.item::uuid where ${nextActionSql(startKinds, 'waiting')} group by waiting.account_id),
  oldest as (
    select pin.*, row_number() over (partition by pin.account_id order by pin.queue_position) as pin_order
    from board cross join unnest(:kinds::boolean[]) as kind (needs_upload) cross join lateral (
      select q.* from (${oldest('= 0', 'queue_position')} union all ${oldest('> 0', 'ready_at')}) q
      where ${isFreeToStart('q')} and not ${isPassedOver(publishTask, 'q.pin_id::text')}
        and not ${isBeingRemoved('publish_queue', 'q.project_id', 'q.epoch')} order by q.queue_position limit 1) pin
    where ${boardIsFree('board')}),
  startable as (
    select account_id, jsonb_agg(jsonb_build_object('pin_id', pin_id, 'starts', starts, 'project_id', project_id, 'account_id', account_id,
      'board_id', board_id, 'fingerprint', fingerprint, 'cost', cost, 'simulated', simulated, 'needs_upload', needs_upload)
      order by pin_order) as pins
    from oldest where pin_order <= :perAccount group by account_id)
  select asked.account_id, coalesce(waiting.ready_pins > 0, false) as waits, coalesce(waiting.tokens > waiting.ready_pins, false) as has_videos,
    exists (select 1 from read.publish_consent needed where needed.account_id = asked.account_id) as needs_consent,
    case when startable.pins is null then least(
      (select min(later.ready_at) from read.publish_queue later
       where later.account_id = asked.account_id and ${nextActionSql(startKinds, 'later')} and later.starts > 0
         and later.ready_at > statement_timestamp()),
      (select passed.retry_at from passed where passed.account_id = asked.account_id)) end as next_due_at,
    startable.pins
  from unnest(:accounts::uuid[]) with ordinality as asked (account_id, account_order)
  left join startable on startable.account_id = asked.account_id
  left join lateral (select sum(ready_pins) as ready_pins, sum(tokens) as tokens from read.publish_waiting
    where publish_waiting.account_id = asked.account_id) waiting on true
  order by asked.account_order`;
