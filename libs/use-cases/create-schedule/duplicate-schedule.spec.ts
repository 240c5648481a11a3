import type { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { fold } from '@pps/kernel';
import { pinAfter, pinQueued, attemptStarted } from '@pps/pins/testing';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleCreated, scheduleFired } from '@pps/schedules/testing';
import { findDuplicateSchedule, scheduleHashOf } from './duplicate-schedule';

const { scheduleId, accountId, boardId, content, runAt } = scheduleCreated().data;
const request = { accountId, boardId, content, runAt, idempotencyKey: 'order-7' };
const created = scheduleCreated({ contentHash: scheduleHashOf(request) });
const fired = fold(scheduleStream.decider, [created, scheduleFired()]);

/** What a repeat of the request is answered, with the schedule's pin as it is. */
const repeat = (pin: unknown, accountIds: readonly string[] | null = null) => {
  const get = async (type: unknown) => ({ state: type === scheduleStream ? fired : pin });
  const principal = { accountIds, asOf: 0n } as Principal;
  const identified = { scheduleId, request, isKeyNew: false };
  return findDuplicateSchedule({ live: { get: get as unknown as LiveStates['get'] } }, principal, identified);
};

it('answers a repeat with the schedule as its pin is', async () => {
  expect((await repeat({ kind: 'none' }))?.status).toBe('queued');
  expect((await repeat(pinAfter(pinQueued(), attemptStarted())))?.status).toBe('running');
  expect((await repeat({ kind: 'deleted' }))?.status).toBe('canceled');
});

it('refuses a repeat where the pin has moved to an account that the credential must not see', async () => {
  const elsewhere = pinAfter(pinQueued({ accountId: 'another' }));
  await expect(repeat(elsewhere, [accountId])).rejects.toMatchObject({ code: 'account_not_permitted' });
  expect((await repeat(elsewhere))?.accountId).toBe('another');
});
