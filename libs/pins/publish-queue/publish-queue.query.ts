import type { Database } from '@pps/read-store';
import { candidates, type CandidatesAsk } from './candidates.query';

/** The queue as pacing and its timers ask for it; times are compared on the database's clock. */
export function publishQueueQueries(db: Database) {
  return {
    async waiting({ after, limit, simulated }: { after: string | null; limit: number; simulated: readonly boolean[] }) {
      const { rows } = await db.raw<{ rows: { project_id: string; account_id: string; simulated: boolean }[] }>(
        `select project_id, account_id, simulated from read.publish_waiting
         where ready_pins > 0 and account_id > coalesce(:after::uuid, '00000000-0000-0000-0000-000000000000') and simulated = any(:simulated)
         order by account_id limit :limit`,
        { after, limit, simulated: [...simulated] },
      );
      return rows.map((row) => ({ projectId: row.project_id, accountId: row.account_id, simulated: row.simulated }));
    },

    ready: (ask: CandidatesAsk) => candidates(db, ask),

    async overdue(marginMs: number) {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number }[] }>(
        `select pin_id, starts from read.publish_queue
         where phase in ('attempting', 'uploading') and deadline < statement_timestamp() - ? * interval '1 millisecond' order by deadline limit 200`,
        [marginMs],
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts }));
    },

    async uploadsOpen() {
      const { rows } = await db.raw<{ rows: { count: string }[] }>(
        `select (select count(*) from read.publish_queue where phase = 'uploading')
           + (select count(*) from pins.publish_grant g join read.publish_queue q on q.pin_id = g.pin_id
              where g.claimed_at is null and q.phase = 'ready' and q.needs_upload and g.attempt = q.starts + 1) as count`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async videosDue() {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; next_look_at: Date }[] }>(
        `select pin_id, starts, next_look_at from read.publish_queue
         where phase = 'processing' and next_look_at <= statement_timestamp() order by next_look_at limit 200`,
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at.toISOString() }));
    },

    async reconciliationsDue() {
      const { rows } = await db.raw<{ rows: { pin_id: string; starts: number; next_look_at: Date }[] }>(
        `select pin_id, starts, next_look_at from read.publish_queue
         where phase = 'unknown' and next_look_at <= statement_timestamp() order by next_look_at limit 200`,
      );
      return rows.map((row) => ({ pinId: row.pin_id, attempt: row.starts, dueAt: row.next_look_at.toISOString() }));
    },

    async waitingOfAccount(accountId: string) {
      // Each part as one of the indexes has it.
      const { rows } = await db.raw<{ rows: { pin_id: string }[] }>(
        `select pin_id from read.publish_queue where account_id = :accountId and phase = 'ready' and starts = 0
         union all select pin_id from read.publish_queue where account_id = :accountId and phase = 'ready' and starts > 0
         union all select pin_id from read.publish_queue where account_id = :accountId and phase = 'processing'`,
        { accountId },
      );
      return rows.map((row) => row.pin_id);
    },
  };
}
