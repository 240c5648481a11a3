import type { Database } from '@pps/read-store';

interface ReadyRow {
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

const rowsAtMost = 1_000;

/** The queue as pacing and its timers ask for it; times are compared on the database's clock. */
export function publishQueueQueries(db: Database) {
  return {
    async ready(perAccount: number) {
      const { rows } = await db.raw<{ rows: ReadyRow[] }>(readySql, { perAccount, rowsAtMost });
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
    },

    async overdue(marginMs: number) {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number }[] }>(
        `select pin_id, starts from read.publish_queue
         where phase in ('attempting', 'uploading') and deadline < clock_timestamp() - ? * interval '1 millisecond' order by deadline limit 200`,
        [marginMs],
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
    },

    async uploadsOpen() {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select (select count(*) from read.publish_queue where phase = 'uploading')
           + (select count(*) from service.publish_grant g join read.publish_queue q on q.pin_id = g.pin_id
              where g.claimed_at is null and q.phase = 'ready' and q.needs_upload and g.attempt = q.starts + 1) as count`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async videosDue() {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; next_look_at: Date }[] }>(
        `select pin_id, starts, next_look_at from read.publish_queue
         where phase = 'processing' and next_look_at <= clock_timestamp() order by next_look_at limit 200`,
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at.toISOString() }));
    },

    async looksDue() {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; next_look_at: Date }[] }>(
        `select pin_id, starts, next_look_at from read.publish_queue
         where phase = 'unknown' and next_look_at <= clock_timestamp() order by next_look_at limit 200`,
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at.toISOString() }));
    },

    async waitingOfAccount(accountId: string) {
      const waiting = db('read.publish_queue').where({ account_id: accountId }).whereIn('phase', ['ready', 'processing']);
      const rows = (await waiting.select('pin_id')) as { pin_id: string }[];
      return rows.map((row) => row.pin_id);
    },
  };
}

// Walks the index from account to account, so that the cost grows with the accounts that wait and not with the pins.
// A pin that was never started is due at once, also when the clock was set back since it was queued.
const readySql = `
  with recursive waiting (account_id) as (
    (select account_id from read.publish_queue where phase = 'ready' order by account_id limit 1)
    union all
    select (select next.account_id from read.publish_queue next
            where next.phase = 'ready' and next.account_id > waiting.account_id order by next.account_id limit 1)
    from waiting where waiting.account_id is not null)
  select candidate.* from waiting cross join lateral (
    select q.pin_id, q.starts, q.project_id, q.account_id, q.board_id, q.fingerprint, q.cost, q.simulated, q.needs_upload
    from read.publish_queue q
    where q.account_id = waiting.account_id and q.phase = 'ready' and (q.starts = 0 or q.ready_at <= clock_timestamp())
      and not exists (select 1 from service.publish_grant g where g.pin_id = q.pin_id and g.attempt = q.starts + 1)
      and not exists (select 1 from read.publish_queue busy
        where busy.account_id = q.account_id and busy.board_id = q.board_id
          and (busy.phase = 'attempting' or (busy.phase = 'unknown' and busy.fingerprint = q.fingerprint)))
      and not exists (select 1 from service.publish_grant g join read.publish_queue granted on granted.pin_id = g.pin_id
        where g.account_id = q.account_id and g.board_id = q.board_id and granted.phase = 'ready' and g.attempt = granted.starts + 1)
    order by q.queue_position limit :perAccount) candidate
  where waiting.account_id is not null
  limit :rowsAtMost`;
