import { newId } from '@pps/kernel';
import { freshDatabase } from '../../test/setup/fresh-database';
import type { RecordedRequest } from './recorded-request';
import { openRequestLog, type OpenedRequestLog } from './request-log.fixture';

let { db, requests, sweep, keptOf } = {} as OpenedRequestLog;
const day = 86_400_000;

beforeAll(async () => void ({ db, requests, sweep, keptOf } = await openRequestLog(await freshDatabase())));
afterAll(() => db.destroy());

interface Made {
  readonly id?: string;
  readonly age?: number;
}

const made = (projectId: string, count: number, { id = newId(), age = 0 }: Made = {}): RecordedRequest[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ organizationId: 'o', projectId, epoch: 0, requestId: `request-${n}`, at: new Date(Date.now() - age - n), method: 'GET' },
    ...{ route: '/v1/pins', status: 200, code: null, durationMs: 1, credential: { type: 'session', id }, resourceId: null },
  }));

const countOf = async (projectId: string, credential: object = {}) =>
  Number(
    (
      await db('request_log.request')
        .where({ project_id: projectId, ...credential })
        .count()
    )[0]?.['count'],
  );

it('a key that floods its project loses its own requests, and the older ones of others stay', async () => {
  const [projectId, quiet, some, flooder] = [newId(), newId(), newId(), newId()];
  await requests.add([...made(projectId, 300, { id: quiet, age: 5 * day }), ...made(projectId, 900, { id: some, age: day })]);
  for (let n = 0; n < 3; n += 1) await requests.add(made(projectId, 1_000, { id: flooder }));
  await sweep(1_000);
  const counts = await Promise.all([quiet, some, flooder].map((id) => countOf(projectId, { credential_id: id })));
  expect([counts, await keptOf(projectId)]).toEqual([[300, 350, 350], [1_000]]);
  const newest = (await requests.find({ projectId, epoch: 0, credentialId: flooder }, { before: null, limit: 1 }))[0];
  expect(newest?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

it('a project with more credentials than room comes down to it too', async () => {
  const projectId = newId();
  await requests.add(Array.from({ length: 1_500 }, () => made(projectId, 1)).flat());
  await sweep(100);
  expect([await countOf(projectId), await keptOf(projectId)]).toEqual([105, [105]]);
});

it('a project that is a little beyond its room, or has what is a little older than a week, waits for a portion', async () => {
  const [full, old] = [newId(), newId()];
  await requests.add([...made(full, 104), ...made(old, 1, { age: 7 * day + 600_000 })]);
  await sweep(100);
  expect([await countOf(full), await countOf(old)]).toEqual([104, 1]);
  expect(await requests.find({ projectId: old, epoch: 0 }, { before: null, limit: 5 })).toEqual([]);
  await requests.add([...made(full, 2), ...made(old, 1, { age: 7 * day + 3_700_000 })]);
  await sweep(100);
  expect([await countOf(full), await countOf(old)]).toEqual([100, 0]);
});

it('while all write on, one sweep takes each of very many projects once and ends, with the empty ones removed', async () => {
  const projects = Array.from({ length: 150 }, newId);
  const [flooded, locked, empty] = [newId(), newId(), newId()];
  await requests.add(projects.flatMap((id) => [...made(id, 5), ...made(id, 3, { age: 8 * day })]));
  await requests.add([...made(flooded, 2_000), ...made(locked, 3_000)]);
  await db('request_log.project').insert({ project_id: empty, kept: 0, oldest_at: new Date() });
  let isSwept = false;
  const writing = (async () => {
    while (!isSwept) await requests.add(projects.flatMap((id) => made(id, 1, { age: 8 * day })));
  })();
  const held = await db.transaction();
  await held.raw('set local idle_in_transaction_session_timeout = 0');
  await held.raw('select from request_log.project where project_id = ? for update', [locked]);
  await sweep(500).finally(() => (isSwept = true));
  await held.rollback();
  await writing;
  expect([await keptOf(flooded), await keptOf(locked), await keptOf(empty)]).toEqual([[500], [3_000], []]);
  await sweep(500);
  expect(await keptOf(locked)).toEqual([500]);
  for (const id of projects) expect([await countOf(id), await keptOf(id)]).toEqual([5, [5]]);
});
