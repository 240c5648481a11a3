import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { startImport } from '@pps/imports';
import { importStream } from '@pps/imports/events';
import { importAccepted } from '@pps/imports/testing';
import { newId } from '@pps/kernel';
import { cancelImport } from './accept-import';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const at = '2026-11-20T10:00:05.000Z';
const clock = () => new Date(at);

async function cancel(isStarted: boolean, keepFailedRows: (jobId: string, rows: readonly number[]) => Promise<void>) {
  const accepted = importAccepted({ jobId: newId(), projectId: newId() });
  const { data } = accepted;
  await streams.decide(importStream, data.jobId, someone, () => [accepted]);
  if (isStarted) await streams.decide(importStream, data.jobId, someone, (state) => startImport(at, state));
  const { organizationId, projectId, epoch } = data;
  const ids = { userId: newId(), organizationId, projectId, epoch, asOf: await store.head() };
  const principal: Principal = { kind: 'session', environment: 'production', scopes: ['write'], accountIds: null, ...ids };
  return cancelImport({ live, streams, clock, importBodies: { keepFailedRows } }, principal, data.jobId);
}

it('gives up the place of an import that waits, and keeps its rows', async () => {
  const kept: unknown[] = [];
  const job = await cancel(false, async (jobId, rows) => void kept.push([jobId, rows]));
  expect(job.phase).toBe('ended');
  expect(kept).toEqual([[job.jobId, [1, 2, 3]]]);
});

it('leaves the rows of a running one to those who work them off', async () => {
  const kept: unknown[] = [];
  const job = await cancel(true, async (jobId, rows) => void kept.push([jobId, rows]));
  expect([job.phase, kept]).toEqual(['open', []]);
});

it('is done when the rows cannot be removed at once', async () => {
  const job = await cancel(false, () => Promise.reject(new Error('away')));
  expect(job.phase).toBe('ended');
});
