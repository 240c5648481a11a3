import { isPassedOver, type Database } from '@pps/read-store';
import type { ReadKind } from '../pin/next-action';
import { readTasks, type PublishingTask } from '../publishing/publishing-task';
import { actionColumns, nextIs, startKinds } from './action-columns';
import { readStartablePins, type StartablePinsAsk } from './startable-pins.query';

const isNotPassedOver = (task: PublishingTask): string => `not ${isPassedOver(task, 'pin_id::text')}`;

/** The queue as pacing and its timers ask for it; times are compared on the database's clock. */
export function publishQueueQueries(db: Database) {
  return {
    startable: (ask: StartablePinsAsk) => readStartablePins(db, ask),

    async overdue(marginMs: number) {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number }[] }>(
        `select pin_id, starts from read.publish_queue
         where ${nextIs(['expire_attempt', 'expire_upload'])} and deadline < statement_timestamp() - ? * interval '1 millisecond'
           and ${isNotPassedOver('expire')}
         order by deadline limit 200`,
        [marginMs],
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
    },

    async givenUp() {
      const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
        `select pin_id from read.publish_queue
         where ${nextIs(startKinds)} and starts > 0 and give_up_at < statement_timestamp() and ${isNotPassedOver('give up')}
         order by give_up_at limit 200`,
      );
      return rows.map((row) => row.pin_id);
    },

    async uploadsOpen() {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select (select count(*) from read.publish_queue where ${nextIs(['expire_upload'])})
           + (select count(*) from pins.publish_grant g join read.publish_queue q on q.pin_id = g.pin_id
              where g.claimed_at is null and ${nextIs(['upload_video'], 'q')} and q.needs_upload and g.attempt = q.starts + 1) as count`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async readsDue(kind: ReadKind) {
      const { date } = actionColumns[kind];
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; due_at: Date }[] }>(
        `select pin_id, starts, ${date} as due_at from read.publish_queue
         where ${nextIs([kind])} and ${date} <= statement_timestamp() and ${isNotPassedOver(readTasks[kind])} order by ${date} limit 200`,
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.due_at.toISOString() }));
    },

    async waitingOfAccount(accountId: string) {
      // Each part as one of the indexes has it.
      const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
        `select pin_id from read.publish_queue where account_id = :accountId and ${nextIs(startKinds)} and starts = 0
         union all select pin_id from read.publish_queue where account_id = :accountId and ${nextIs(startKinds)} and starts > 0
         union all select pin_id from read.publish_queue where account_id = :accountId and ${nextIs(['read_video_status'])}`,
        { accountId },
      );
      return rows.map((row) => row.pin_id);
    },
  };
}
