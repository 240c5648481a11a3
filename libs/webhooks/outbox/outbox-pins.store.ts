import { runPrepared, type Database } from '@pps/read-store';
import type { OutboxPin } from './outbox-pin';

export interface OutboxPins {
  /** Those of these pins that are known. */
  load(pinIds: readonly string[]): Promise<readonly OutboxPin[]>;
  /** Stores pins, unless something newer is known of them, and forgets those that no event can come of any more. */
  save(changed: readonly OutboxPin[], ended: readonly string[]): Promise<void>;
}

const forgottenAfterDays = 90;
export const pinsPerPortion = 1_000;

interface Row {
  pin_id: string;
  revision: number;
  account_id: string;
  board_id: string;
  title: string;
  schedule_id: string | null;
  import_job_id: string | null;
}

export function outboxPinTable(db: Database): OutboxPins {
  return {
    async load(pinIds) {
      if (pinIds.length === 0) return [];
      const { rows } = await db.raw<{ rows: Row[] }>('select * from webhooks.outbox_pin where pin_id = any (:pinIds::uuid[])', { pinIds });
      return rows.map(fromRow);
    },

    async save(changed, ended) {
      if (changed.length > 0) await storePins(db, changed);
      if (ended.length > 0) await db.raw('delete from webhooks.outbox_pin where pin_id = any (:ended::uuid[])', { ended });
    },
  };
}

/**
 * Forgets up to a thousand pins that have been known for 90 days, and gives how many they were. One that has an event later (a failed pin that is
 * tried again) is read from its stream.
 */
export async function forgetOldPins(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from webhooks.outbox_pin where pin_id = any (array(
       select pin_id from webhooks.outbox_pin where known_since < ?::timestamptz - make_interval(days => ?) order by known_since limit ?))`,
    [now, forgottenAfterDays, pinsPerPortion],
  );
  return rowCount;
}

// Two processes may write at once, when one has lost its lease and does not know it yet: in one order, they do not wait for each other in a circle.
async function storePins(db: Database, changed: readonly OutboxPin[]): Promise<void> {
  await runPrepared(
    db,
    `insert into webhooks.outbox_pin as known (pin_id, revision, account_id, board_id, title, schedule_id, import_job_id)
     select * from unnest(array(select unnest(:pinIds::uuid[])), :revisions::int[], :accountIds::uuid[], :boardIds::text[], :titles::text[],
       :scheduleIds::uuid[], :importJobIds::uuid[]) pin (pin_id) order by pin_id
     on conflict (pin_id) do update set revision = excluded.revision, account_id = excluded.account_id, board_id = excluded.board_id,
       title = excluded.title, schedule_id = excluded.schedule_id, import_job_id = excluded.import_job_id
     where known.revision < excluded.revision`,
    {
      pinIds: changed.map(({ pinId }) => pinId),
      revisions: changed.map(({ revision }) => revision),
      accountIds: changed.map(({ accountId }) => accountId),
      boardIds: changed.map(({ boardId }) => boardId),
      titles: changed.map(({ title }) => title),
      scheduleIds: changed.map(({ scheduleId }) => scheduleId),
      importJobIds: changed.map(({ importJobId }) => importJobId),
    },
  );
}

const fromRow = (row: Row): OutboxPin => ({
  pinId: row.pin_id,
  revision: row.revision,
  accountId: row.account_id,
  boardId: row.board_id,
  title: row.title,
  scheduleId: row.schedule_id,
  importJobId: row.import_job_id,
});
