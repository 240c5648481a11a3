import { newId } from '@pps/kernel';
import { freshDatabase } from '../../test/setup/fresh-database';
import type { RecordedRequest } from './recorded-request';
import { RecordedRequests, requestQuery, type RequestFilter, type RequestCursor } from './recorded-requests.store';
import { eraseRequests } from './request-retention.store';
import { openRequestLog, type OpenedRequestLog } from './request-log.fixture';

let { db, requests, sweep, keptOf } = {} as OpenedRequestLog;
const day = 86_400_000;

beforeAll(async () => void ({ db, requests, sweep, keptOf } = await openRequestLog(await freshDatabase())));
afterAll(() => db.destroy());

const answered = (projectId: string, changes: Partial<RecordedRequest> = {}): RecordedRequest => ({
  ...{
    organizationId: 'o',
    projectId,
    epoch: 0,
    requestId: newId(),
    at: new Date(),
    method: 'GET',
    route: '/v1/pins',
    status: 200,
    code: null,
  },
  ...{ durationMs: 1, credential: { type: 'session', id: newId() }, resourceId: null },
  ...changes,
});

function many(projectId: string, count: number, at = agoFromNow(), id = newId()): RecordedRequest[] {
  const credential = { type: 'session', id } as const;
  return Array.from({ length: count }, (_, n) => answered(projectId, { requestId: `request-${n}`, at: at(n), credential }));
}

/** A clock that stands: the first one is the newest, however long making the others takes. */
function agoFromNow(): (ms: number) => Date {
  const now = Date.now();
  return (ms) => new Date(now - ms);
}

type Filter = Omit<RequestFilter, 'epoch'> & { readonly epoch?: number };

async function idsOf(filter: Filter, before: RequestCursor | null = null, limit = 1_000): Promise<string[]> {
  return (await requests.find({ epoch: 0, ...filter }, { before, limit })).map(({ requestId }) => requestId);
}

const countOf = async (projectId: string) =>
  Number((await db('request_log.request').where({ project_id: projectId }).count())[0]?.['count']);

it('finds what it stored, field by field', async () => {
  const projectId = newId();
  const [key, at] = [newId(), new Date()];
  const refused = { status: 422, code: 'validation_error', durationMs: 12, resourceId: '123', method: 'POST', route: '/v1/pins/{id}' };
  const request = answered(projectId, { ...refused, requestId: 'my-request', at, credential: { type: 'api_key', id: key } });
  await requests.add([request]);
  const { requestId, method, route, status, code, durationMs, credential, resourceId } = request;
  const shown = { requestId, at, method, route, status, code, durationMs, credential, resourceId };
  expect(await requests.find({ projectId, epoch: 0 }, { before: null, limit: 5 })).toEqual([{ ...shown, number: expect.any(String) }]);
});

it('filters by each thing, and by all', async () => {
  const projectId = newId();
  const key = newId();
  const wanted = answered(projectId, {
    ...{ requestId: 'wanted-1', at: new Date(Date.now() - 60_000), method: 'POST', route: '/v1/pins', status: 422 },
    credential: { type: 'api_key', id: key },
  });
  const later = new Date(Date.now() - 1_000);
  const others: Partial<RecordedRequest>[] = [
    { requestId: 'other-1' },
    { at: later },
    { method: 'GET' },
    { route: '/v1/x' },
    { status: 500 },
  ];
  const filters: Filter[] = [
    { projectId, requestId: 'wanted-1' },
    { projectId, until: later.toISOString() },
    { projectId, method: 'POST' },
    { projectId, route: '/v1/pins' },
    { projectId, statuses: [400, 499] },
    { projectId, keyId: key },
    { projectId, credentialId: key },
    { projectId, since: new Date(Date.now() - 70_000).toISOString(), until: '9999-12-31T23:59:59.999Z' },
  ];
  await requests.add([wanted, ...others.map((change) => ({ ...wanted, requestId: 'varied-1', ...change }))]);
  const counts = await Promise.all(filters.map(async (filter) => (await idsOf(filter)).length));
  expect(counts).toEqual([1, 5, 5, 5, 5, 6, 6, 6]);
  expect(await idsOf(Object.assign({}, ...filters) as Filter)).toEqual(['wanted-1']);
  expect(await idsOf({ projectId, credentialId: newId(), keyId: key })).toEqual([]);
});

it('pages through what came at one moment without losing or repeating any, newest first', async () => {
  const projectId = newId();
  const at = new Date();
  await requests.add(many(projectId, 25, () => at));
  const seen: string[] = [];
  for (let before: RequestCursor | null = null; ;) {
    const page: Awaited<ReturnType<RecordedRequests['find']>> = await requests.find({ projectId, epoch: 0 }, { before, limit: 7 });
    if (page.length === 0) break;
    seen.push(...page.map(({ requestId }) => requestId));
    before = page.at(-1) ?? null;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `request-${24 - n}`));
});

it('keeps a week', async () => {
  const projectId = newId();
  const ages = [8 * day, 7 * day + 1_000, 7 * day - 60_000, 1_000];
  await requests.add(ages.map((age, n) => answered(projectId, { requestId: `request-${n}`, at: new Date(Date.now() - age) })));
  expect(await idsOf({ projectId })).toEqual(['request-3', 'request-2']);
  await sweep(1_000);
  expect([await countOf(projectId), await keptOf(projectId)]).toEqual([2, [2]]);
});

it('of a hostile project it keeps the newest up to its room, and of an honest one all', async () => {
  const [hostile, honest] = [newId(), newId()];
  await requests.add(many(honest, 10));
  for (let n = 0; n < 3; n += 1) await requests.add(many(hostile, 2_000));
  await sweep(1_500);
  expect([await countOf(hostile), await keptOf(hostile)]).toEqual([1_500, [1_500]]);
  expect(await countOf(honest)).toBe(10);
  const found = await requests.find({ projectId: hostile, epoch: 0 }, { before: null, limit: 1 });
  expect(found[0]?.requestId).toBe('request-0');
});

it('counts right whatever two processes and the sweep do at once, in whichever order they name projects', async () => {
  const projects = Array.from({ length: 6 }, newId);
  const batch = (ids: readonly string[]) => ids.flatMap((id) => many(id, 40));
  const writing = Array.from({ length: 20 }, (_, n) => requests.add(batch(n % 2 === 0 ? projects : [...projects].reverse())));
  await Promise.all([...writing, ...Array.from({ length: 5 }, () => sweep(100))]);
  await sweep(100);
  for (const id of projects) {
    const count = await countOf(id);
    expect([100, 101, 102, 103, 104, 105]).toContain(count);
    expect(await keptOf(id)).toEqual([count]);
  }
});

it('erases a forgotten project in portions, and what a process still holds of it is never written', async () => {
  const [forgotten, other] = [newId(), newId()];
  for (let n = 0; n < 6; n += 1) await requests.add(many(forgotten, 1_000));
  await requests.add(many(other, 5));
  expect([await eraseRequests(db, [forgotten]), await eraseRequests(db, [forgotten])]).toEqual([false, true]);
  await requests.add([...many(forgotten, 5), ...many(other, 5)]);
  expect([await countOf(forgotten), await countOf(other)]).toEqual([0, 10]);
  await sweep(1_000);
  expect(await keptOf(forgotten)).toEqual([0]);
  await db('request_log.project')
    .where({ project_id: forgotten })
    .update({ ended_at: new Date(Date.now() - 8 * day) });
  await sweep(1_000);
  expect(await keptOf(forgotten)).toEqual([]);
});

it('the counts of a project of which nothing is left are removed', async () => {
  const projectId = newId();
  await requests.add([answered(projectId, { at: new Date(Date.now() - 8 * day) })]);
  await sweep(1_000);
  expect([await countOf(projectId), await keptOf(projectId)]).toEqual([0, []]);
});

it('shows what came in the present epoch, and nothing of the one before', async () => {
  const projectId = newId();
  await requests.add([
    answered(projectId, { requestId: 'before-1' }),
    answered(projectId, { requestId: 'late-of-before', at: new Date(Date.now() + 1_000) }),
    answered(projectId, { requestId: 'present-1', epoch: 1 }),
  ]);
  expect(await idsOf({ projectId, epoch: 1 })).toEqual(['present-1']);
  expect(await idsOf({ projectId, epoch: 1, requestId: 'late-of-before' })).toEqual([]);
});

it('looks up an id, and pages of all and of a key, by an index among very many', async () => {
  const [projectId, key] = [newId(), newId()];
  for (let n = 0; n < 10; n += 1) await requests.add(many(projectId, 1_000).map((each) => ({ ...each, requestId: newId() })));
  await requests.add(many(projectId, 30, undefined, key));
  await requests.add([answered(projectId, { requestId: 'one-of-many' })]);
  await db.raw('analyze request_log.request');
  const planOf = async (filter: Partial<RequestFilter>) => {
    const { sql, bindings } = requestQuery(db, { projectId, epoch: 0, ...filter }, { before: null, limit: 51 }).toSQL();
    const { rows } = await db.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`, [...bindings] as string[]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf({ requestId: 'one-of-many' })).toMatch(/Index Scan.* using request_project_id_request_id_idx/);
  expect(await planOf({ credentialId: key })).toMatch(/Index Scan.* (using|on) request_project_id_credential_id_at_number_idx/);
  const page = await planOf({});
  expect(page).toMatch(/Index Scan Backward using request_pkey/);
  // The week begins in the index, not after it.
  expect(page).toMatch(/Index Cond: .*statement_timestamp/);
  expect(page).not.toMatch(/Sort/);
  expect(await idsOf({ projectId, requestId: 'one-of-many' })).toEqual(['one-of-many']);
});
