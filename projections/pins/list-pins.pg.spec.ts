import { newId, type Fact } from '@pps/kernel';
import { attemptStarted, pinQueued } from '@pps/pins/testing';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { listPins, type PinPageQuestion } from './list-pins.query';
import { sumActivity } from './pin-activity.query';
import { pinSorts } from './pin-sorts';
import { pinsProjection } from './pins.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(pinsProjection)));
afterAll(() => fed.stop());

let position = 0n;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const published = (minute: number): Fact => ({
  type: 'PinPublished',
  data: { attempt: 1, platformPinId: newId(), platformUrl: 'https://p/9', publishedAt: at(minute), via: 'answer' },
});
const failed = (minute: number): Fact => ({
  type: 'PinFailed',
  data: { errorCode: 'invalid_image', errorMessage: 'No', failedAt: at(minute) },
});
const deleted: Fact = { type: 'PinDeleted', data: { deletedAt: at(59), removedFromPlatform: true } };

async function feedPin(projectId: string, changes: Parameters<typeof pinQueued>[0], ...later: readonly Fact[]) {
  const pinId = newId();
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId, projectId, ...changes }), ...later], position);
  position += BigInt(facts.length);
  await fed.feed(facts);
  return facts;
}

const page = (projectId: string, changes: Partial<PinPageQuestion> = {}, fewFound?: number) =>
  listPins(fed.db, { projectId, epoch: 0, accountIds: null, sort: 'created_at_desc', limit: 50, offset: 0, ...changes }, fewFound);
const titles = async (...asked: Parameters<typeof page>) => (await page(...asked)).pins.map((pin) => pin.content.title);
const named = (title: string) => ({ title, imageUrl: 'https://i/1' });

it.each(pinSorts)('goes through %s by cursors as by offsets, in one order', async (sort) => {
  const projectId = newId();
  for (let n = 0; n < 7; n++) {
    const later = n % 3 === 0 ? [] : [attemptStarted(), n % 3 === 1 ? published(10 + (n % 2)) : failed(20)];
    await feedPin(projectId, { content: named(n % 2 ? 'Same' : `Title ${n}`), queuedAt: at(n >> 1) }, ...later);
  }
  const all = await titles(projectId, { sort });
  expect(all).toHaveLength(7);
  const [byCursor, byOffset]: [string[], string[]] = [[], []];
  let next: Awaited<ReturnType<typeof page>>['next'] = null;
  do {
    const some = await page(projectId, { sort, limit: 2, cursor: next ?? undefined });
    expect(some.total).toBe(7);
    byCursor.push(...some.pins.map((pin) => pin.pinId));
    next = some.next;
  } while (next);
  for (let offset = 0; offset < 8; offset += 2)
    byOffset.push(...(await page(projectId, { sort, limit: 2, offset })).pins.map((pin) => pin.pinId));
  expect(byCursor).toEqual((await page(projectId, { sort })).pins.map((pin) => pin.pinId));
  expect(byOffset).toEqual(byCursor);
});

it.each(pinSorts)('goes through what a search finds by %s, few or many, in the order of the list', async (sort) => {
  const projectId = newId();
  for (let n = 0; n < 7; n++) {
    const content = { ...named(`Title ${6 - n}`), description: n === 3 ? '' : 'Kürbis' };
    await feedPin(projectId, { boardId: String(n % 2), content, queuedAt: at(n) }, ...(n % 3 ? [attemptStarted(), published(20 - n)] : []));
  }
  const every = await page(projectId, { sort });
  for (const boardId of [undefined, '0']) {
    const found = every.pins.filter((pin) => pin.content.description !== '' && pin.boardId === (boardId ?? pin.boardId));
    const ids = found.map(({ pinId }) => pinId);
    // The text is found in six.
    for (const fewFound of [7, 6, 5, 4, 0]) {
      const search = { sort, q: 'KÜRBIS', limit: 2, boardId };
      const [byOffset, byCursor]: [string[], string[]] = [[], []];
      let cursor: PinPageQuestion['cursor'];
      for (let offset = 0; offset < ids.length; offset += 2) {
        const [ofOffset, ofCursor] = [
          await page(projectId, { ...search, offset }, fewFound),
          await page(projectId, { ...search, cursor }, fewFound),
        ];
        expect([ofOffset.total, ofCursor.total]).toEqual([ids.length, ids.length]);
        byOffset.push(...ofOffset.pins.map(({ pinId }) => pinId));
        byCursor.push(...ofCursor.pins.map(({ pinId }) => pinId));
        cursor = ofCursor.next ?? undefined;
      }
      expect([fewFound, byOffset, byCursor, cursor]).toEqual([fewFound, ids, ids, undefined]);
    }
  }
});

it('goes on behind a cursor where it was while pins are added', async () => {
  const projectId = newId();
  for (const title of ['A', 'B', 'C', 'D']) await feedPin(projectId, { content: named(title), queuedAt: at(title.charCodeAt(0) - 64) });
  const first = await page(projectId, { limit: 2 });
  await feedPin(projectId, { content: named('E'), queuedAt: at(30) });
  expect(await titles(projectId, { limit: 2, cursor: first.next ?? undefined })).toEqual(['B', 'A']);
});

it('lists removed pins as they stood, alone, and counts them nowhere else, also when everything is fed twice', async () => {
  const projectId = newId();
  const gone = await feedPin(projectId, { content: named('Gone Kürbis') }, attemptStarted(), published(5), deleted);
  await feedPin(projectId, { content: named('Here') });
  await fed.feed(gone);
  expect(await page(projectId)).toMatchObject({ total: 1, pins: [{ content: { title: 'Here' } }] });
  expect(await page(projectId, { removed: true, q: 'kürbis' })).toMatchObject({ total: 1, pins: [{ status: 'published' }] });
  expect(await page(projectId, { removed: true })).toMatchObject({ total: 1 });
  expect(await titles(projectId, { q: 'kürbis' })).toEqual([]);
});

it('says the exact total for every filter', async () => {
  const projectId = newId();
  const [accountId, otherId] = [newId(), newId()];
  const oneId = newId();
  const one = { pinId: oneId, accountId, boardId: '1', content: named('One'), queuedAt: at(0) };
  await feedPin(projectId, one, attemptStarted(), published(5));
  await feedPin(projectId, { accountId, boardId: '2', content: named('Two'), queuedAt: at(20) }, attemptStarted(), failed(25));
  await feedPin(projectId, { accountId: otherId, boardId: '2', content: named('Three'), queuedAt: at(40) });
  const totals: [Partial<PinPageQuestion>, number][] = [
    [{}, 3],
    [{ accountIds: [accountId] }, 2],
    [{ accountIds: [accountId], accountId: otherId }, 0],
    [{ accountIds: [] }, 0],
    [{ boardId: '2' }, 2],
    [{ status: 'failed' }, 1],
    [{ errorCode: 'invalid_image' }, 1],
    [{ since: at(0), until: at(40) }, 2],
    [{ since: at(1) }, 2],
    [{ until: at(20) }, 1],
    [{ since: at(20), until: at(20) }, 0],
    [{ since: at(0), status: 'published' }, 1],
    [{ since: at(1), boardId: '2' }, 2],
    [{ since: '0001-01-01T00:00:00.001Z', until: '9999-12-31T23:59:59.999Z' }, 3],
    [{ publishedSince: at(5), publishedUntil: at(6) }, 1],
    [{ publishedUntil: at(5) }, 0],
    [{ failedSince: at(25), failedUntil: at(26) }, 1],
    [{ failedSince: at(26) }, 0],
    [{ failedUntil: at(26), accountIds: [otherId] }, 0],
    [{ failedSince: at(25), publishedSince: at(5) }, 0],
    [{ q: 'two', failedSince: at(25) }, 1],
    [{ q: 'two', failedSince: at(26) }, 0],
    [{ ids: [oneId, newId()] }, 1],
    [{ ids: [oneId], status: 'failed' }, 0],
    [{ ids: [oneId], q: 'two' }, 0],
    [{ ids: [oneId], q: 'one' }, 1],
    [{ ids: [oneId], removed: true }, 0],
    [{ ids: [] }, 0],
    [{ q: 'T' }, 2],
    [{ q: 'two', boardId: '2' }, 1],
    [{ q: 'two', boardId: '1' }, 0],
    [{ q: '%' }, 0],
  ];
  for (const [filter, total] of totals) {
    const found = await page(projectId, filter);
    expect([filter, found.total, found.pins.length]).toEqual([filter, total, total]);
  }
});

it('keeps no count at zero and sums activity by parts of quarters', async () => {
  const projectId = newId();
  const retried: Fact = {
    type: 'PinRetryRequested',
    data: { accountId: newId(), boardId: '7', fingerprint: 'f', requestedAt: at(30) },
  };
  await feedPin(projectId, { content: named('A'), queuedAt: at(2) }, attemptStarted(), failed(3), retried);
  await feedPin(projectId, { content: named('B'), queuedAt: at(7) }, attemptStarted(), published(16));
  await feedPin(projectId, { content: named('C'), queuedAt: at(31) }, deleted);
  const zero = await fed.db('read.pin_counts').where({ pins: 0 });
  expect(zero).toEqual([]);
  const sums = await sumActivity(fed.db, { projectId, epoch: 0, accountIds: null, bounds: [at(0), at(5), at(45)] });
  const of = (span: number, measure: 'submitted' | 'queued' | 'published' | 'publications' | 'failures') =>
    sums.filter((sum) => sum.span === span).reduce((total, sum) => total + sum[measure], 0);
  expect([of(0, 'submitted'), of(0, 'queued'), of(0, 'failures')]).toEqual([1, 1, 0]);
  expect([of(1, 'submitted'), of(1, 'published'), of(1, 'publications'), of(1, 'queued')]).toEqual([2, 1, 1, 0]);
});
