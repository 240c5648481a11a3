import { isBeingRemoved, isPassedOver, type Database } from '@pps/read-store';
import type { ReadKind } from '../pin/next-action';
import { readsPerProject, readTasks, type PublishingTask } from '../pacing/publish-queue';
import { actionColumns, nextActionSql, startKinds } from './action-columns';
import { lastAttemptWithinMs } from '../publishing/publishing.policy';
import { readStartablePins, type StartablePinsAsk } from './startable-pins.query';

/** Nothing is asked for what is passed over, nor for what a sandbox has left behind. */
const mayBeAsked = (task: PublishingTask): string => `not ${isPassedOver(task, 'pin_id::text')} and ${isShown}`;
const isShown = `not ${isBeingRemoved('publish_queue', 'publish_queue.project_id', 'publish_queue.epoch')}`;

/** The queue as pacing and its timers ask for it; times are compared on the database's clock. */
export function publishQueueQueries(db: Database) {
  return {
    startable: (ask: StartablePinsAsk) => readStartablePins(db, ask),

    async overdue(marginMs: number) {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number }[] }>(
        `select pin_id, starts from read.publish_queue
         where ${nextActionSql(['expire_attempt', 'expire_upload'])} and deadline < statement_timestamp() - ? * interval '1 millisecond'
           and ${mayBeAsked('expire')}
         order by deadline limit 200`,
        [marginMs],
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
    },

    async givenUp() {
      const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
        `select pin_id from read.publish_queue
         where ${nextActionSql(startKinds)} and starts > 0 and give_up_at < statement_timestamp() and ${mayBeAsked('give up')}
         order by give_up_at limit 200`,
      );
      return rows.map((row) => row.pin_id);
    },

    async heldTooLong(after: string | null) {
      const { rows } = await db.raw<{ rows: { account_id: string; pin_id: string | null }[] }>(heldTooLongSql, {
        after: after ?? lowestId,
        accountsAtOnce,
      });
      const pins = rows.flatMap(({ account_id, pin_id }) => (pin_id === null ? [] : [{ pinId: pin_id, accountId: account_id }]));
      return { pins, next: rows.length < accountsAtOnce ? null : (rows.at(-1)?.account_id ?? null) };
    },

    async uploadsOpen() {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select (select count(*) from read.publish_queue where ${nextActionSql(['expire_upload'])})
           + (select count(*) from pins.publish_grant g join read.publish_queue q on q.pin_id = g.pin_id
              where g.claimed_at is null and ${nextActionSql(['upload_video'], 'q')} and q.needs_upload and g.attempt = q.starts + 1) as count`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async readsDue(kind: ReadKind, forMs = 0) {
      const { date } = actionColumns[kind];
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; due_at: Date }[] }>(
        `select pin_id, starts, due_at
         from (select due.*, row_number() over (partition by project_id order by due_at) as place
           from (select pin_id, starts, project_id, ${date} as due_at from read.publish_queue
             where ${nextActionSql([kind])} and ${date} <= statement_timestamp() - ? * interval '1 millisecond' and ${mayBeAsked(readTasks[kind])}
             order by ${date} limit ${readsLookedAt}) due) placed
         where place <= ${readsPerProject} order by place, due_at limit 200`,
        [forMs],
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.due_at.toISOString() }));
    },

    async waitingOfAccount(accountId: string) {
      // Each part as one of the indexes has it.
      const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
        `select pin_id from read.publish_queue where account_id = :accountId and ${nextActionSql(startKinds)} and starts = 0 and ${isShown}
         union all select pin_id from read.publish_queue where account_id = :accountId and ${nextActionSql(startKinds)} and starts > 0 and ${isShown}
         union all select pin_id from read.publish_queue where account_id = :accountId and ${nextActionSql(['read_video_status'])} and ${isShown}`,
        { accountId },
      );
      return rows.map((row) => row.pin_id);
    },
  };
}

/** Those due longest are looked at, so that the cost is bounded however many are due. */
const readsLookedAt = 10_000;
const accountsAtOnce = 200;
const lowestId = '00000000-0000-0000-0000-000000000000';

const oldestOfKind = (needsUpload: boolean): string => `
  (select pin_id, ready_at, queue_position from read.publish_queue
   where account_id = held.account_id and needs_upload = ${needsUpload} and ${nextActionSql(startKinds)} and starts = 0 and ${mayBeAsked('give up')}
   order by queue_position limit 1)`;

// One that was retried after an attempt has no moment of its own at which it is given up, until its next attempt.
const oldestRetried = `
  (select pin_id, ready_at, queue_position from read.publish_queue
   where account_id = held.account_id and ${nextActionSql(startKinds)} and starts > 0 and give_up_at is null and ${mayBeAsked('give up')}
   order by ready_at limit 1)`;

// A few rows of an index for each account: the first pin of the queue is the one that has waited longest, and while it may stay all others may.
const heldTooLongSql = `
  select held.account_id, pin.pin_id
  from (select account_id from read.publish_consent needed
    where account_id > :after and give_up_at < statement_timestamp()
      and exists (select 1 from read.publish_waiting waiting where waiting.account_id = needed.account_id and waiting.ready_pins > 0)
    order by account_id limit :accountsAtOnce) held
  left join lateral (select * from (${oldestOfKind(false)} union all ${oldestOfKind(true)} union all ${oldestRetried}) first order by queue_position limit 1) pin
    on pin.ready_at < statement_timestamp() - interval '1 millisecond' * ${lastAttemptWithinMs}
  order by held.account_id`;
