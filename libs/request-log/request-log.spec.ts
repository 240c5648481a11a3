import { newId } from '@pps/kernel';
import type { RecordedRequest } from './recorded-request';
import { RequestLog, type RequestLogDeps } from './request-log';

const answered = (organizationId = 'o', requestId = newId()): RecordedRequest => ({
  ...{ organizationId, projectId: newId(), epoch: 0, requestId, at: new Date(), method: 'GET', route: '/v1/pins', status: 200, code: null },
  ...{ durationMs: 1, credential: { type: 'session', id: newId() }, resourceId: null },
});

const unavailable = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

/** A log whose database fails as often as it is told, and what became of what was recorded. */
function logWith(
  changes: Partial<RequestLogDeps> = {},
  failures: Error[] = [],
  isBad: (request: RecordedRequest) => boolean = () => false,
  refusal: Error = Object.assign(new Error('bad row'), { code: '22P02' }),
) {
  const batches: (readonly RecordedRequest[])[] = [];
  const dropped: { no_room?: number; not_written?: number } = {};
  const errors: unknown[] = [];
  const add = async (requests: readonly RecordedRequest[]) => {
    const failure = failures.shift();
    if (failure) throw failure;
    if (requests.some(isBad)) throw refusal;
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

it('drops and counts the rows that the database refuses, and no others of their batch', async () => {
  const { log, dropped, batches, written } = logWith({}, [], ({ requestId }) => requestId.startsWith('bad'));
  for (let n = 0; n < 1_000; n += 1) log.record(answered('o', n === 300 || n === 301 ? `bad-${n}` : `good-${n}`));
  await log.flush();
  log.record(answered('o', 'good-later'));
  await log.flush();
  expect([dropped, written().length, written().at(-1)]).toEqual([{ not_written: 2 }, 999, 'good-later']);
  expect(batches.length).toBeLessThan(30);
});

it('gives up on a batch of bad rows after some statements', async () => {
  const { log, dropped, errors } = logWith({}, [], () => true);
  for (let n = 0; n < 1_000; n += 1) log.record(answered());
  await log.flush();
  expect([dropped, errors.length < 150]).toEqual([{ not_written: 1_000 }, true]);
});

it.each(['55P03', '40P01', '57014'])('what waits too long for others (%s) is written the next time', async (code) => {
  const rivalry = Object.assign(new Error('rivals'), { code });
  const { log, dropped, written } = logWith({}, [rivalry]);
  for (const id of ['a', 'b', 'c']) log.record(answered('o', id));
  await log.flush();
  expect(written()).toEqual([]);
  await log.flush();
  expect([written(), dropped]).toEqual([['a', 'b', 'c'], {}]);
});

it('what waits too long for others again is written without the rows that wait', async () => {
  const rivalry = Object.assign(new Error('rivals'), { code: '55P03' });
  const { log, dropped, written } = logWith({}, [rivalry], ({ requestId }) => requestId === 'b', rivalry);
  for (const id of ['a', 'b', 'c']) log.record(answered('o', id));
  await log.flush();
  await log.flush();
  expect([written(), dropped]).toEqual([['a', 'c'], { not_written: 1 }]);
});

it('who looks something up waits for what was recorded before, and for nothing where nothing of it waits', async () => {
  const finish: (() => void)[] = [];
  const seen: string[] = [];
  const add = (requests: readonly RecordedRequest[]) =>
    new Promise<void>((resolve) => finish.push(() => (seen.push(...requests.map(({ requestId }) => requestId)), resolve())));
  const called = async (times: number) => {
    while (finish.length < times) await new Promise(setImmediate);
  };
  const { log } = logWith({ requests: { add } });
  log.record(answered('o', 'first-1'));
  const first = log.awaitWritten('o');
  await called(1);
  log.record(answered('o', 'second-1'));
  const second = log.awaitWritten('o');
  await log.awaitWritten('nobody');
  expect(seen).toEqual([]);
  finish[0]?.();
  await first;
  expect(seen).toEqual(['first-1']);
  await called(2);
  finish[1]?.();
  await second;
  expect(seen).toEqual(['first-1', 'second-1']);
});

it('readers, however many, make it write ten times a second at most', async () => {
  const { log, batches, written } = logWith();
  const started = performance.now();
  for (let n = 0; n < 200; n += 1) {
    log.record(answered('o', `request-${n}`));
    const looking = log.awaitWritten('o');
    if (n % 50 === 49) await looking;
  }
  expect(written()).toHaveLength(200);
  expect(batches.length).toBeLessThanOrEqual(1 + (performance.now() - started) / 95);
});

it('nobody waits longer than a second', async () => {
  jest.useFakeTimers();
  const { log } = logWith({ requests: { add: () => new Promise(() => undefined) } });
  log.record(answered());
  let isDone = false;
  void log.awaitWritten('o').then(() => (isDone = true));
  await jest.advanceTimersByTimeAsync(999);
  expect(isDone).toBe(false);
  await jest.advanceTimersByTimeAsync(2);
  expect(isDone).toBe(true);
});
