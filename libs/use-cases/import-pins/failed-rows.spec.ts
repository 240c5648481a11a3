import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { failImport, recordRows } from '@pps/imports';
import { importStream, type RowOutcome } from '@pps/imports/events';
import { importAccepted, rowCreated } from '@pps/imports/testing';
import { newId } from '@pps/kernel';
import { failedRows } from './find-import';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const at = '2026-11-20T10:00:05.000Z';
const [ours, theirs] = [newId(), newId()];
const requestFor = (accountId: string) => ({ accountId, boardId: '1', content: { title: 'Row' }, idempotencyKey: newId(), runAt: null });
const stored = [requestFor(ours), requestFor(theirs), null].map((request, index) => ({
  ...{ rowNumber: index + 1, given: { title: `Row ${index + 1}` }, request, fault: null },
}));
const importBodies = {
  readGiven: async (_: string, asked: readonly number[]) =>
    new Map(stored.filter(({ rowNumber }) => asked.includes(rowNumber)).map((row) => [row.rowNumber, row])),
};

/** Which rows of an import that failed after some of its three rows a key with this allow-list is given. */
async function givenTo(accountIds: readonly string[] | null, sentWith: readonly string[] | null, ...done: RowOutcome[]): Promise<string[]> {
  const [jobId, projectId, organizationId, userId] = [newId(), newId(), newId(), newId()];
  const requestedBy = { kind: 'session', userId, accountIds: sentWith } as const;
  const accepted = importAccepted({ jobId, projectId, organizationId, accountIds: [ours, theirs], requestedBy });
  await streams.decide(importStream, jobId, someone, () => [accepted]);
  await streams.decide(importStream, jobId, someone, (state) => recordRows({ rows: done, at }, state));
  await streams.decide(importStream, jobId, someone, (state) => failImport({ message: 'The API key was revoked.', at }, state));
  const ids = { userId, organizationId, projectId, epoch: 0, asOf: await store.head() };
  const principal: Principal = { kind: 'api_key', environment: 'production', scopes: ['read'], accountIds, ...ids };
  return (await failedRows({ live, importBodies }, principal, jobId)).match(/Row \d/g) ?? [];
}

it('are those not reached, too, for whoever may see all accounts that the sender has', async () => {
  expect(await givenTo(null, null)).toEqual(['Row 1', 'Row 2', 'Row 3']);
  expect(await givenTo([ours, theirs], [ours], rowCreated(1, { accountId: ours }))).toEqual(['Row 2', 'Row 3']);
});

it('are, for a key with an allow-list, those not reached of its own accounts, however early the import failed', async () => {
  expect(await givenTo([ours], null)).toEqual(['Row 1']);
  expect(await givenTo([theirs], [ours, theirs])).toEqual(['Row 2']);
  expect(await givenTo([newId()], null)).toEqual([]);
});

it('are, for a key with an allow-list, none of others of what was sent by a key that has no account left', async () => {
  expect(await givenTo([ours], [], rowCreated(1, { accountId: ours }))).toEqual([]);
  expect(await givenTo([], [])).toEqual([]);
  expect(await givenTo(null, [])).toEqual(['Row 1', 'Row 2', 'Row 3']);
});

it('are no rows of another account, and none of which no account is known, for a key with an allow-list', async () => {
  expect(await givenTo([ours], null, rowCreated(1, { accountId: ours }))).toEqual([]);
  expect(await givenTo([ours], [ours, theirs], rowCreated(1, { accountId: ours }))).toEqual([]);
});
