import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { userStream, type SecurityMailRequested, type UserRegistered } from '@pps/identity/events';
import { userSamples } from '@pps/identity/testing';
import { holdWork } from '@pps/leases';
import { openDatabase, type Database } from '@pps/read-store';
import { eventually } from '../../../test/setup/eventually';
import { migratedDatabase } from '../../../test/setup/migrated-database';
import type { Mail } from '../messages/compose-mail';
import { sendMailWork } from './send-mail.work';

const { data: registered } = userSamples[0] as UserRegistered;
const { userId } = registered;
const requestedAt = '2026-01-05T09:00:00.000Z';
const asked: SecurityMailRequested = {
  type: 'SecurityMailRequested',
  data: { requestId: 'r1', userId, notice: 'password_changed', requestedAt, expiresAt: '2026-01-08T09:00:00.000Z' },
};
const work = { kind: 'mail', id: 'r1', attributes: { userId } } as const;

let db: Database;
beforeAll(async () => {
  db = openDatabase(await migratedDatabase(), 4);
});
afterAll(() => db.destroy());

/** Somebody who is to be mailed, and what the mail server has been given; it answers as `answer` does. */
async function mailing(answer: () => Promise<void>) {
  const streams = new Streams(openInMemoryEventStore());
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered', data: registered } as const, asked]);
  const sent: string[] = [];
  const transport = { send: ({ to, messageId }: Mail) => (sent.push(`${to} ${messageId}`), answer()) };
  const vault = { get: async () => ({ email: 'owner@example.com' }) };
  const urls = { appUrl: 'https://app.example', publicUrl: 'https://api.example', hashKey: Buffer.alloc(32) };
  return { sent, handle: sendMailWork({ streams, vault, transport, clock: () => new Date(requestedAt), ...urls } as never) };
}

test('a mail that two workers find, and that is offered again while a slow server takes it, is sent once', async () => {
  let take = (): void => undefined;
  const taken = new Promise<void>((resolve) => (take = resolve));
  const { sent, handle } = await mailing(() => taken);
  const workers = [holdWork(db), holdWork(db)];
  const sending = [...workers, ...workers].map((alone) => alone('mail r1', () => handle(work)));
  await Promise.race(sending);
  await eventually('a mail that is being sent', async () => sent[0]);
  take();
  await Promise.all(sending);
  for (const alone of workers) await alone('mail r1', () => handle(work));
  expect(sent).toEqual(['owner@example.com <password_changed.r1@app.example>']);
});

test('one that the server refused is sent when it is offered again', async () => {
  let tries = 0;
  const { sent, handle } = await mailing(() => (tries++ === 0 ? Promise.reject(new Error('busy')) : Promise.resolve()));
  await expect(handle(work)).rejects.toThrow('busy');
  await handle(work);
  await handle(work);
  expect(sent).toHaveLength(2);
});
