import { newId } from '@pps/kernel';
import { openDatabase, type Database } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';
import { migratedDatabase } from '../../../test/setup/migrated-database';
import { findDueMails, runMailDispatcher, takeDueMail } from './mail.dispatcher';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await migratedDatabase(), 4);
});
afterAll(() => db.destroy());

async function dueMails(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const at = db.raw("clock_timestamp() - interval '1 second'");
  const until = db.raw("clock_timestamp() + interval '1 hour'");
  await db('mail.outbox').insert(ids.map((id) => ({ request_id: id, user_id: newId(), next_offer_at: at, expires_at: until })));
  return ids.sort();
}

/** What one round offers. */
async function offeredWhile(isAway: boolean): Promise<string[]> {
  const [offered, ending] = [[] as WorkItem[], new AbortController()];
  const queue = { isAway: () => isAway, offer: async (work: WorkItem) => void offered.push(work) };
  await runMailDispatcher({ db, queue, wait: async () => ending.abort(), onError: fail }, { signal: ending.signal });
  return offered.map(({ id }) => id).sort();
}

const fail = (error: unknown) => {
  throw error;
};

it('leaves mails to the workers while NATS is away, and each is taken by one of them, and due again after a while', async () => {
  const ids = await dueMails(6);
  expect(await offeredWhile(true)).toEqual([]);
  expect(await findDueMails(db, 6, 60_000)).toEqual([]);
  const found = await Promise.all([findDueMails(db, 6, 0), findDueMails(db, 6, 0)]);
  expect(found.map((mails) => mails.map(({ id }) => id).sort())).toEqual([ids, ids]);
  const taken = await Promise.all(found.flat().map(async (mail) => ((await takeDueMail(db, mail)) ? [mail.id] : [])));
  expect(taken.flat().sort()).toEqual(ids);
  expect(await findDueMails(db, 6, 0)).toEqual([]);
  const more = await dueMails(1);
  expect(await offeredWhile(false)).toEqual(more);
});
