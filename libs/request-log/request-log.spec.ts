import { newId } from '@pps/kernel';
import type { RecordedRequest } from './recorded-request';
import { RequestLog, type RequestLogDeps } from './request-log';

const answered = (organizationId = 'o', requestId = newId()): RecordedRequest => ({
  ...{ organizationId, projectId: newId(), requestId, at: new Date(), method: 'GET', route: '/v1/pins', status: 200, code: null },
  ...{ durationMs: 1, credential: { type: 'session', id: null }, resourceId: null },
});

const unavailable = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

/** A log whose database fails as often as it is told, and what became of what was recorded. */
function logWith(changes: Partial<RequestLogDeps> = {}, failures: Error[] = []) {
  const batches: (readonly RecordedRequest[])[] = [];
  const dropped: Record<string, number> = {};
  const errors: unknown[] = [];
  const add = async (requests: readonly RecordedRequest[]) => {
    const failure = failures.shift();
    if (failure) throw failure;
    batches.push(requests);
  };
  const log = new RequestLog({
    requests: { add },
    onDropped: (count, reason) => void (dropped[reason] = (dropped[reason] ?? 0) + count),
    onError: (error) => void errors.push(error),
    everyMs: 60_000,
    ...changes,
  });
  return { log, batches, dropped, errors, written: () => batches.flat().map(({ requestId }) => requestId) };
}

it('writes what was recorded together, a thousand at once, in order', async () => {
  const { log, batches, written } = logWith();
  const requests = Array.from({ length: 2_500 }, () => answered());
  for (const request of requests) log.record(request);
  await log.flush();
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect(written()).toEqual(requests.map(({ requestId }) => requestId));
});

it('writes by itself after a while', async () => {
  const { log, written } = logWith({ everyMs: 1 });
  log.record(answered('o', 'alone-1'));
  while (written().length === 0) await new Promise(setImmediate);
  log.record(answered('o', 'alone-2'));
  while (written().length === 1) await new Promise(setImmediate);
});

it('one organization fills its share, not that of others, and the rest is counted', async () => {
  const { log, dropped, written } = logWith({ most: 10, mostOfOne: 4 });
  for (let n = 0; n < 10_000; n += 1) log.record(answered('hostile'));
  for (let n = 0; n < 6; n += 1) log.record(answered(`honest-${n}`, `honest-${n}`));
  log.record(answered('late'));
  expect(dropped).toEqual({ no_room: 10_000 - 4 + 1 });
  await log.flush();
  expect(written().filter((id) => id.startsWith('honest'))).toHaveLength(6);
  log.record(answered('hostile', 'again-1234'));
  await log.flush();
  expect(written().at(-1)).toBe('again-1234');
});

it('holds, in order and within its room, what an unavailable database did not take', async () => {
  const { log, dropped, errors, written } = logWith({ most: 3 }, [unavailable]);
  for (const id of ['a', 'b']) log.record(answered('o', id));
  await log.flush();
  expect([written(), errors]).toEqual([[], [unavailable]]);
  for (const id of ['c', 'd']) log.record(answered('o', id));
  expect(dropped).toEqual({ no_room: 1 });
  await log.flush();
  expect(written()).toEqual(['a', 'b', 'c']);
});

it('drops and counts what the database refuses, and goes on', async () => {
  const { log, dropped, written } = logWith({}, [Object.assign(new Error('bad row'), { code: '22P02' })]);
  log.record(answered('o', 'bad-1'));
  await log.flush();
  log.record(answered('o', 'good-1'));
  await log.flush();
  expect([dropped, written()]).toEqual([{ not_written: 1 }, ['good-1']]);
});

it('who looks something up waits for what was recorded before, and for nothing where nothing of it waits', async () => {
  let finish: () => void = () => undefined;
  const seen: string[] = [];
  const add = (requests: readonly RecordedRequest[]) =>
    new Promise<void>((resolve) => {
      finish = () => (seen.push(...requests.map(({ requestId }) => requestId)), resolve());
    });
  const { log } = logWith({ requests: { add } });
  log.record(answered('o', 'first-1'));
  const first = log.awaitWritten('o');
  log.record(answered('o', 'second-1'));
  const second = log.awaitWritten('o');
  await log.awaitWritten('nobody');
  expect(seen).toEqual([]);
  finish();
  await first;
  expect(seen).toEqual(['first-1']);
  finish();
  await second;
  expect(seen).toEqual(['first-1', 'second-1']);
});

it('nobody waits longer than a second', async () => {
  const { log } = logWith({ requests: { add: () => new Promise(() => undefined) } });
  log.record(answered());
  await log.awaitWritten('o');
});
