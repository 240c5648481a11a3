import { secondsSince, type Database } from '@pps/read-store';

export interface UnsentMails {
  /** Seconds since the oldest mail was to be offered to the workers and was not; 0 where none is due. */
  readonly overdueSeconds: number;
  /** Mails that were offered four times or more and are not recorded as sent, of the 1,000 that are offered last. */
  readonly retried: number;
}

// Who was offered most often is offered again last.
const unsentSql = `
  select ${secondsSince('select min(next_offer_at) from mail.outbox')} as overdue,
    (select count(*) from (select offers from mail.outbox order by next_offer_at desc limit 1000) last where offers >= 4)::int as retried`;

/** What of the mails that facts ask for has not gone out, read by index. */
export async function readUnsentMails(db: Database): Promise<UnsentMails> {
  const { rows } = await db.raw<{ rows: { overdue: number; retried: number }[] }>(unsentSql);
  return { overdueSeconds: rows[0]?.overdue ?? 0, retried: rows[0]?.retried ?? 0 };
}
