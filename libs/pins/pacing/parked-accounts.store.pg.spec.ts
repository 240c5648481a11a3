import { newId } from '@pps/kernel';
import { deferredUntil, fedQueue } from '../publish-queue/fed-queue.fixture';
import { attemptStarted, outcomeUnknown } from '../testing';
import { findWaitingBefore } from './parked-accounts.store';

const moment = '2026-11-20T11:00:00.000Z';
const soon = deferredUntil('2026-11-20T10:00:30.000Z');
const late = deferredUntil('2026-11-20T12:00:00.000Z');

let queued: Awaited<ReturnType<typeof fedQueue>>;
let accountId: string;
beforeAll(async () => void (queued = await fedQueue()));
afterAll(() => queued.fed.stop());
beforeEach(() => void (accountId = newId()));

it('a block defers the pins of its account that have not begun, and those that would go out before it ends', async () => {
  const { fed, made } = queued;
  const fresh = await made({ accountId });
  const again = await made({ accountId }, attemptStarted(), soon);
  await made({ accountId }, attemptStarted(), late);
  await made({ accountId }, attemptStarted());
  await made({ accountId }, attemptStarted(), outcomeUnknown(1));
  await made({});
  expect(await findWaitingBefore(fed.db, accountId, moment)).toEqual([fresh, again]);
});

it('a block defers 200 pins at once, in the order in which they were queued, and the next ones at the next', async () => {
  const { fed, made } = queued;
  const first = await made({ accountId });
  await fed.db.raw(
    `insert into read.publish_queue select (jsonb_populate_record(pin,
       jsonb_build_object('pin_id', gen_random_uuid(), 'queue_position', queue_position + n, 'starts', n % 2))).*
     from read.publish_queue pin, generate_series(1, 10000) n where pin.pin_id = ?`,
    [first],
  );
  const found = await findWaitingBefore(fed.db, accountId, moment);
  expect([found.length, found[0]]).toEqual([200, first]);
});
