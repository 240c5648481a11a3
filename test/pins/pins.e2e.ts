import { newId } from '@pps/kernel';
import { readFileSync } from 'node:fs';
import type { Answer } from '../setup/caller';
import { filesRun } from '../setup/files-run';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';

let service: PlatformService;
let key: Headers;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  ({ key, accountId, boardId } = await newPersona(service.call));
});

afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
  service.call(method, path, body, { ...key, ...headers });

const draft = (fields: object = {}) => ({
  account_id: accountId,
  board_id: boardId,
  title: 'Blue door',
  image_url: 'https://images.example.com/door.jpg',
  ...fields,
});

const used = async () => Number((await call('GET', '/v1/billing/status')).body.quota_used);

async function createPin(fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await call('POST', '/v1/pins', draft(fields));
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

describe('validation', () => {
  const outcome = (body: Answer['body'], name: string) => body.checks.find((check: { name: string }) => check.name === name);

  it('passes every check of a good creation and writes nothing', async () => {
    const before = await used();
    const { status, body } = await call('POST', '/v1/pins/validate', draft());
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, dry_run: true, existing_pin_id: null, resolved: { title: 'Blue door' } });
    expect(body.checks.map((check: { name: string }) => check.name)).toEqual([
      'payload',
      'account',
      'board_access',
      'media',
      'quota',
      'rate',
      'duplicate',
    ]);
    expect(await used()).toBe(before);
  });

  it('reports field errors as the failed payload check', async () => {
    const { status, body } = await call('POST', '/v1/pins/validate', { title: 5, extra: true });
    expect(status).toBe(200);
    expect(body.valid).toBe(false);
    expect(outcome(body, 'payload')).toMatchObject({ status: 'failed', code: 'validation_error' });
    expect(outcome(body, 'account')).toMatchObject({ status: 'skipped' });
  });

  it('reports a board that is not there, and the pin that a key stands for', async () => {
    const bad = await call('POST', '/v1/pins/validate', draft({ board_id: '1' }));
    expect(outcome(bad.body, 'board_access')).toMatchObject({ status: 'failed', code: 'board_not_found' });
    const idempotency_key = newId();
    const { id } = await createPin({ idempotency_key });
    expect((await call('POST', '/v1/pins/validate', draft({ idempotency_key }))).body).toMatchObject({ valid: true, existing_pin_id: id });
    const other = await call('POST', '/v1/pins/validate', draft({ idempotency_key, title: 'Other' }));
    expect(outcome(other.body, 'duplicate')).toMatchObject({ status: 'failed', code: 'idempotency_key_reused' });
  });

  it('is 422 only for a body that is no object', async () => {
    expect((await call('POST', '/v1/pins/validate', [])).status).toBe(422);
  });
});

describe('a waiting pin', () => {
  it('is changed field by field, as the next read shows', async () => {
    const { id } = await createPin({ description: 'Old', link_url: 'https://example.com/a' });
    const { status, body } = await call('PATCH', `/v1/pins/${id}`, { title: 'Green door', description: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Green door', description: null, link_url: 'https://example.com/a', status: 'queued' });
    expect((await call('GET', `/v1/pins/${id}`)).body).toEqual(body);
    expect((await call('PATCH', `/v1/pins/${id}`, { account_id: accountId })).status).toBe(422);
    expect((await call('PATCH', `/v1/pins/${id}`, { title: null })).body.title).toBe(body.title);
    expect((await call('PATCH', `/v1/pins/${id}`, { board_id: '1' })).body.error.code).toBe('board_not_found');
  });

  it('cannot be retried', async () => {
    const { id } = await createPin();
    const { status, body } = await call('POST', `/v1/pins/${id}/retry`);
    expect([status, body.error.code]).toEqual([409, 'pin_not_failed']);
  });

  it('is gone once it is deleted, while its key stays taken', async () => {
    const idempotency_key = newId();
    const { id } = await createPin({ idempotency_key });
    expect((await call('DELETE', `/v1/pins/${id}`)).status).toBe(204);
    expect((await call('GET', `/v1/pins/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/v1/pins/${id}`)).status).toBe(404);
    const again = await call('POST', '/v1/pins', draft({ idempotency_key }));
    expect([again.status, again.body.error.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('has nothing to remove from the platform', async () => {
    const { id } = await createPin();
    const { status, body } = await call('DELETE', `/v1/pins/${id}?delete_from_platform=1`);
    expect(status).toBe(200);
    expect(body).toEqual({ id, deleted: true, removed_from_platform: false, platform_pin_id: null, reason: 'pin_not_published' });
  });

  it('is a job, too', async () => {
    const { id, created_at } = await createPin();
    expect((await call('GET', `/v1/jobs/${id}`)).body).toMatchObject({
      job_id: id,
      pin_id: id,
      status: 'queued',
      submitted_at: created_at,
      completed_at: null,
    });
    expect((await call('GET', `/v1/jobs/${newId()}`)).status).toBe(404);
  });
});

describe('the rate meter', () => {
  it('shows the buckets and what is ahead in the queue', async () => {
    const { status, body } = await call('GET', `/v1/rate-meter?account_id=${accountId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { account_id: accountId, capacity: 50, refill_rate: 1 },
      global: { capacity: 200, refill_rate: 3 },
      queued_ahead: expect.any(Number),
      estimated_start_at: expect.stringMatching(/Z$/),
    });
    expect(body.queued_ahead).toBeGreaterThan(0);
    expect((await call('GET', '/v1/rate-meter')).status).toBe(422);
    // A uuid of no version is one all the same: of nobody's account.
    expect((await call('GET', '/v1/rate-meter?account_id=00000000-0000-0000-0000-000000000001')).status).toBe(404);
    expect((await call('GET', '/v1/pins?account_id=00000000-0000-0000-0000-000000000001')).status).toBe(404);
    expect((await call('GET', `/v1/rate-meter?account_id=${newId()}`)).status).toBe(404);
  });
});

describe('the quota', () => {
  it('lists entry by entry, each with the balance after it', async () => {
    await createPin();
    const status = (await call('GET', '/v1/billing/status')).body;
    expect(status).toMatchObject({
      plan: 'playground',
      billing_status: 'active',
      quota_limit: 50,
      quota_remaining: 50 - status.quota_used,
      quota_exhausted: false,
      platform_accounts_limit: 1,
      platform_accounts_used: 1,
      features: { uploaded_media_assets: false, bulk_imports: false },
    });
    const { items } = (await call('GET', '/v1/billing/quota-ledger?limit=200')).body;
    expect(items[0]).toMatchObject({ kind: 'consumed', source: 'api', balance: status.quota_used });
    const sum = items.reduce((total: number, item: { kind: string }) => total + (item.kind === 'consumed' ? 1 : -1), 0);
    expect(sum).toBe(status.quota_used);
  });

  it.each(['9999999999999999999.0', '9223372036854775808.0', '1.9999999', '-1.0', '1', ''])('has no page after %j', async (position) => {
    const cursor = Buffer.from(position).toString('base64url');
    const { status, body } = await call('GET', `/v1/billing/quota-ledger?cursor=${cursor}`);
    expect([status, body.error.code, body.error.errors[0].loc]).toEqual([422, 'validation_error', ['query', 'cursor']]);
  });

  it('is paged by cursor without loss or repeat', async () => {
    const all = (await call('GET', '/v1/billing/quota-ledger?limit=200')).body.items;
    const paged = [];
    for (let cursor = ''; ;) {
      const { items, next_cursor } = (await call('GET', `/v1/billing/quota-ledger?limit=3${cursor}`)).body;
      paged.push(...items);
      if (!next_cursor) break;
      cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
    }
    expect(paged).toEqual(all);
  });
});

describe('the way in', () => {
  /** The business, without how HTTP is spoken and what the projector runs beside the request. */
  const isBusiness = (path: string) =>
    /^(apps\/api|libs\/(use-cases|identity|workspaces|billing|connections|assets|pins))\//.test(path) &&
    !/^(apps\/api\/http|libs\/pins\/publish-queue|libs\/workspaces\/projects)\//.test(path);

  const documented = () => {
    const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split('### The files of the way in');
    return [...(section.split('\n## ')[0] ?? '').matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path);
  };

  it('goes through the files that docs/architecture.md lists', async () => {
    await createPin();
    // What runs at its time, such as a reading of the machine's load, is in some of them by chance, on a slow machine in each of a few.
    let ran = [...(await filesRun(() => createPin()))].filter((path) => isBusiness(path) && path !== 'apps/api/auth/machine-load.ts');
    for (let runs = 1; runs < 3 || (runs < 30 && ran.length > documented().length); runs += 1) {
      const again = await filesRun(() => createPin());
      ran = ran.filter((path) => again.has(path));
    }
    expect(ran.sort()).toEqual(documented().sort());
  });
});
