import { isPassedOver, type Database } from '@pps/read-store';
import type { PublishingTask } from '../publishing/publishing-task';
import { nextIs, startKinds } from './action-columns';

export interface CandidatesAsk {
  /** Whose pins are asked for, in the order of the answer. */
  readonly accounts: readonly string[];
  readonly perAccount: number;
  /** Whether pins count whose video is to be uploaded first. */
  readonly uploads: boolean;
}

interface CandidateRow {
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

/** Pins that may start now, oldest first in each account, of a board at most one image and one video that has to be uploaded. */
export async function candidates(db: Database, { accounts, perAccount, uploads }: CandidatesAsk) {
  const kinds = uploads ? [false, true] : [false];
  const { rows } = await db.raw<{ rows: CandidateRow[] }>(candidatesSql, { accounts: [...accounts], perAccount, kinds, pinsScanned });
  return rows.map((row) => ({
    pinId: row.pin_id,
    attempt: row.starts + 1,
    projectId: row.project_id,
    accountId: row.account_id,
    boardId: row.board_id,
    fingerprint: row.fingerprint,
    cost: row.cost,
    simulated: row.simulated,
    needsUpload: row.needs_upload,
  }));
}

const nextBoard = (started: string): string => `
  (select next.board_id from read.publish_queue next
   where next.account_id = board.account_id and ${nextIs(startKinds, 'next')} and next.starts ${started} and next.board_id > board.board_id
   order by next.board_id limit 1)`;

const oldest = (started: string, order: string): string => `
  (select * from read.publish_queue waiting
   where waiting.account_id = board.account_id and waiting.board_id = board.board_id and waiting.needs_upload = kind.needs_upload
     and ${nextIs(startKinds, 'waiting')} and waiting.starts ${started}
   order by waiting.${order} limit :pinsScanned)`;

// Walks from board to board over the indexes of what waits, so that the cost grows with the boards and neither with the pins that wait nor with
// those that are held back until later. A pin that was never started is due at once, also when the clock was set back since it was queued.
// A grant that was claimed more than ten minutes ago has no open call, however late this read model is.
const candidatesSql = `
  with recursive board (account_order, account_id, board_id) as (
    select asked.account_order, asked.account_id, '' from unnest(:accounts::uuid[]) with ordinality as asked (account_id, account_order)
    union all
    select board.account_order, board.account_id, least(${nextBoard('= 0')}, ${nextBoard('> 0')}) from board where board.board_id is not null),
  oldest as (
    select board.account_order, pin.*, row_number() over (partition by board.account_order order by pin.queue_position) as pin_order
    from board cross join unnest(:kinds::boolean[]) as kind (needs_upload) cross join lateral (
      select q.* from (${oldest('= 0', 'queue_position')} union all ${oldest('> 0 and waiting.ready_at <= statement_timestamp()', 'ready_at')}) q
      where not exists (select 1 from pins.publish_grant g where g.pin_id = q.pin_id and g.attempt = q.starts + 1)
        and not ${isPassedOver('publish' satisfies PublishingTask, 'q.pin_id::text')}
        and not exists (select 1 from read.publish_queue equal_pin where equal_pin.account_id = q.account_id and equal_pin.board_id = q.board_id
          and ${nextIs(['read_board'], 'equal_pin')} and equal_pin.fingerprint = q.fingerprint)
      order by q.queue_position limit 1) pin
    where board.board_id <> ''
      and not exists (select 1 from read.publish_queue busy
        where busy.account_id = board.account_id and busy.board_id = board.board_id and ${nextIs(['expire_attempt'], 'busy')})
      and not exists (select 1 from pins.publish_grant g
        where g.account_id = board.account_id and g.board_id = board.board_id
          and coalesce(g.claimed_at, 'infinity') > statement_timestamp() - interval '10 minutes'
          and (select ${nextIs(startKinds, 'granted')} and granted.starts + 1 = g.attempt from read.publish_queue granted where granted.pin_id = g.pin_id)))
  select pin_id, starts, project_id, account_id, board_id, fingerprint, cost, simulated, needs_upload
  from oldest where pin_order <= :perAccount order by account_order, pin_order`;
