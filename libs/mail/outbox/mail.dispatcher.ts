import type { Leadership } from '@pps/leases';
import type { Database, LoopWait } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';

export interface MailDispatcherDeps {
  readonly db: Database;
  readonly queue: WorkQueue;
  readonly wait: LoopWait;
  readonly onError: (error: unknown) => void;
}

const pollIntervalMs = 1_000;
const batchSize = 100;
const firstBackoffSeconds = 5;
const maxBackoffSeconds = 3_600;

/** Name of the lease under which one process offers mails. */
export const mailDuty = 'mail-dispatcher';

/** Milliseconds until a mail is due or has expired, in SQL. */
export const mailDue = `(select extract(epoch from least(min(next_offer_at), min(expires_at)) - clock_timestamp()) * 1000 from mail.outbox)`;

/** Offers every due mail, and again with a growing backoff (5 s to 1 h) until it is recorded as sent or has expired. */
export async function runMailDispatcher(deps: MailDispatcherDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await offerDue(deps).catch(deps.onError);
    await deps.wait(pollIntervalMs, signal);
  }
}

async function offerDue({ db, queue }: MailDispatcherDeps): Promise<void> {
  const { rows } = await db.raw<{ rows: { request_id: string; user_id: string }[] }>(
    `update mail.outbox set
       offers = offers + 1,
       next_offer_at = clock_timestamp() + least(:longest, :first * 2 ^ least(offers, 20)) * interval '1 second'
     where request_id in (
       select request_id from mail.outbox
       where next_offer_at <= clock_timestamp() and expires_at > clock_timestamp()
       order by next_offer_at limit :most for update skip locked)
     returning request_id, user_id`,
    { longest: maxBackoffSeconds, first: firstBackoffSeconds, most: batchSize },
  );
  for (const { request_id, user_id } of rows) await queue.offer({ kind: 'mail', id: request_id, attributes: { userId: user_id } });
  await db.raw('delete from mail.outbox where expires_at <= clock_timestamp()');
}
