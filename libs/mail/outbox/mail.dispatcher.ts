import type { Leadership } from '@pps/leases';
import type { Database, LoopWait } from '@pps/read-store';
import type { WorkItem, WorkQueue } from '@pps/work-queue';

export interface MailDispatcherDeps {
  readonly db: Database;
  readonly queue: Pick<WorkQueue, 'offer' | 'isAway'>;
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
  // Workers look themselves while an offer would be lost: what is taken here is not due for some seconds.
  const due = queue.isAway() ? [] : await takeDueMails(db, { limit: batchSize });
  for (const mail of due) await queue.offer(mail);
  await db.raw('delete from mail.outbox where expires_at <= clock_timestamp()');
}

/** Mails that have been due for so long, in an order of chance, for who looks himself; takes none. */
export async function findDueMails(db: Database, limit: number, forMs: number): Promise<WorkItem[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select request_id, user_id from mail.outbox
     where next_offer_at <= clock_timestamp() - :forMs * interval '1 millisecond' and expires_at > clock_timestamp()
     order by random() limit :limit`,
    { limit, forMs },
  );
  return rows.map(itemOf);
}

/** Whether this mail, which was found due, still is and is now the caller's to send: only one of many gets it. */
export const takeDueMail = async (db: Database, { id }: WorkItem): Promise<boolean> =>
  (await takeDueMails(db, { limit: 1, only: id })).length > 0;

/** Takes mails that are due, all or this one; each is due again after its backoff, unless it is recorded as sent before. */
async function takeDueMails(db: Database, { limit, only = null }: { readonly limit: number; readonly only?: string | null }) {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update mail.outbox set
       offers = offers + 1,
       next_offer_at = clock_timestamp() + least(:longest, :first * 2 ^ least(offers, 20)) * interval '1 second'
     where request_id in (
       select request_id from mail.outbox
       where next_offer_at <= clock_timestamp() and expires_at > clock_timestamp() ${only === null ? '' : 'and request_id = :only'}
       order by next_offer_at limit :limit for update skip locked)
     returning request_id, user_id`,
    { longest: maxBackoffSeconds, first: firstBackoffSeconds, limit, ...(only !== null && { only }) },
  );
  return rows.map(itemOf);
}

interface Row {
  readonly request_id: string;
  readonly user_id: string;
}

const itemOf = ({ request_id, user_id }: Row): WorkItem => ({ kind: 'mail', id: request_id, attributes: { userId: user_id } });
