import { newId } from '@pps/kernel';
import type { Answer } from '../setup/caller';
import { newKey } from '../setup/account';
import { newPersona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import type { Headers } from '../setup/platform-user';

let service: PlatformService;
let persona: Awaited<ReturnType<typeof newPersona>>;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  persona = await newPersona(service.call);
});

afterAll(() => service.stop());

const call = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> =>
  service.call(method, path, body, { ...persona.key, ...headers });

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const draft = (fields: object = {}) => ({
  account_id: persona.accountId,
  board_id: persona.boardId,
  title: 'Blue door',
  image_url: 'https://images.example.com/door.jpg',
  run_at: inAnHour(),
  ...fields,
});

async function create(fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await call('POST', '/v1/schedules', draft(fields));
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

describe('a new schedule', () => {
  it('waits for its time, shows the pin to be, and consumes nothing', async () => {
    const run_at = inAnHour();
    const { status, body } = await call('POST', '/v1/schedules', draft({ run_at, description: 'By the sea' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      platform_account_id: persona.accountId,
      run_at,
      status: 'scheduled',
      payload: {
        board_id: persona.boardId,
        title: 'Blue door',
        description: 'By the sea',
        media_type: 'image',
        media_url: 'https://images.example.com/door.jpg',
        image_url: 'https://images.example.com/door.jpg',
        link_url: null,
      },
      last_error: null,
      pin_id: null,
      fired_at: null,
    });
    expect((await call('GET', `/v1/schedules/${body.id}`)).body).toEqual(body);
    expect((await call('GET', '/v1/billing/status')).body.quota_used).toBe(0);
  });

  it.each([
    ['+02:00', '2099-03-29T02:30:00+02:00', '2099-03-29T00:30:00.000Z'],
    ['-09:30', '2099-12-31T23:59:59.5-09:30', '2100-01-01T09:29:59.500Z'],
    ['on a leap day', '2096-02-29T12:00:00Z', '2096-02-29T12:00:00.000Z'],
    ['in the last year', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['with microseconds', '2099-01-01T00:00:00.123456+00:00', '2099-01-01T00:00:00.123Z'],
  ])('has its time told in UTC: %s', async (_, run_at, told) => {
    expect((await create({ run_at })).run_at).toBe(told);
  });

  it.each([
    ['without an offset', '2099-01-01T00:00:00'],
    ['without a time', '2099-01-01'],
    ['on a day that is not', '2099-02-29T00:00:00Z'],
    ['with an offset beyond the earth', '2099-01-01T00:00:00+15:00'],
    ['with an offset of 18 h', '2099-01-01T00:00:00-18:00'],
    ['after the last year', '9999-12-31T23:59:59-01:00'],
    ['in the past', '2020-01-01T00:00:00Z'],
    ['now', new Date().toISOString()],
    ['as a number', 4_000_000_000],
    ['as null', null],
    ['as an object', { at: 'noon' }],
  ])('is refused with its field: %s', async (_, run_at) => {
    const { status, body } = await call('POST', '/v1/schedules', draft({ run_at }));
    expect([status, body.error.code, body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'run_at']]);
  });

  it('is checked as a pin is', async () => {
    const codeOf = async (fields: object) => (await call('POST', '/v1/schedules', draft(fields))).body.error.code;
    expect(await codeOf({ board_id: '1' })).toBe('board_not_found');
    expect(await codeOf({ account_id: newId() })).toBe('not_found');
    expect(await codeOf({ image_url: null, asset_id: newId() })).toBe('feature_unavailable');
    expect(await codeOf({ title: 'half 😀'.slice(0, -1) })).toBe('validation_error');
    expect(await codeOf({ unknown: 1 })).toBe('validation_error');
    expect((await call('POST', '/v1/schedules', draft({ account_id: newId(), run_at: '2020-01-01T00:00:00Z' }))).status).toBe(422);
    const { id } = await create();
    const edited = await call('PATCH', `/v1/schedules/${id}`, { asset_id: newId() });
    expect([edited.status, edited.body.error.code]).toEqual([403, 'feature_unavailable']);
  });
});

describe('an idempotency key', () => {
  it('answers the same schedule, whatever the offset of its time, and no other', async () => {
    const key = newId();
    const first = await create({ idempotency_key: key, run_at: '2099-06-01T12:00:00Z' });
    const again = await call('POST', '/v1/schedules', draft({ run_at: '2099-06-01T14:00:00+02:00' }), { 'idempotency-key': key });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', first]);
    const other = await call('POST', '/v1/schedules', draft({ idempotency_key: key, run_at: '2099-06-01T12:00:01Z' }));
    expect([other.status, other.body.error.code, other.body.error.schedule_id]).toEqual([409, 'idempotency_key_reused', first.id]);
  });

  it('of a schedule is free for a pin', async () => {
    const idempotency_key = newId();
    await create({ idempotency_key });
    const { status, body } = await call('POST', '/v1/pins', { ...draft({ idempotency_key }), run_at: undefined });
    expect([status, body.schedule_id]).toEqual([201, null]);
  });

  it('makes one schedule of ten requests at once', async () => {
    const body = draft({ idempotency_key: newId() });
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v1/schedules', body)));
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
  });
});

describe('the list', () => {
  it('has the latest first, with filters, words and the total', async () => {
    const { key, accountId, boardId } = await newPersona(service.call);
    const titled = async (title: string, run_at: string) => {
      const { status } = await service.call(
        'POST',
        '/v1/schedules',
        draft({ account_id: accountId, board_id: boardId, title, run_at }),
        key,
      );
      expect(status).toBe(201);
    };
    await titled('Second', '2099-01-02T00:00:00Z');
    await titled('Third ÄPFEL', '2099-01-03T00:00:00Z');
    await titled('First 100%', '2099-01-01T00:00:00Z');
    const titles = async (query: string) => {
      const { headers, body } = await service.call('GET', `/v1/schedules?${query}`, undefined, key);
      return [headers.get('x-total-count'), ...body.map((schedule: { payload: { title: string } }) => schedule.payload.title)];
    };
    expect(await titles('')).toEqual(['3', 'Third ÄPFEL', 'Second', 'First 100%']);
    expect(await titles('sort=run_at_asc&limit=1&offset=1')).toEqual(['3', 'Second']);
    expect(await titles('sort=created_at_desc')).toEqual(['3', 'First 100%', 'Third ÄPFEL', 'Second']);
    expect(await titles('since=2099-01-02T00:00:00Z&until=2099-01-03T01:00:00%2B01:00')).toEqual(['1', 'Second']);
    expect(await titles('q=100%25')).toEqual(['1', 'First 100%']);
    expect(await titles(`status=scheduled&account_id=${accountId}&board_id=${boardId}&q=äpfel`)).toEqual(['1', 'Third ÄPFEL']);
    expect(await titles('status=failed')).toEqual(['0']);
    expect(await titles('error_code=board_not_found')).toEqual(['0']);
    for (const bad of ['sort=x', 'status=x', 'since=yesterday', 'limit=0', 'account_id=1']) {
      expect((await service.call('GET', `/v1/schedules?${bad}`, undefined, key)).status).toBe(422);
    }
  });
});

describe('who may', () => {
  it('see and make it: only keys of the project that may use the account', async () => {
    const { id } = await create();
    const stranger = await newPersona(service.call);
    expect((await service.call('GET', `/v1/schedules/${id}`, undefined, stranger.key)).status).toBe(404);
    const read = await newKey(service.call, persona.session, { scopes: ['read'] });
    const refused = await service.call('POST', '/v1/schedules', draft(), read.headers);
    expect([refused.status, refused.body.error.required_scope]).toEqual([403, 'write']);
    expect((await service.call('POST', '/v1/schedules/validate', draft(), read.headers)).body.valid).toBe(true);
  });
});

describe('validation', () => {
  const outcome = (body: Answer['body'], name: string) => body.checks.find((check: { name: string }) => check.name === name);

  it('passes a good one, tells its time in UTC, and writes nothing', async () => {
    const { body } = await call('POST', '/v1/schedules/validate', draft({ run_at: '2099-06-01T14:00:00+02:00' }));
    expect(body).toMatchObject({ valid: true, dry_run: true, existing_schedule_id: null });
    expect(body.resolved.run_at).toBe('2099-06-01T12:00:00.000Z');
  });

  it('reports a time that is over, and the schedule that a key stands for', async () => {
    const over = (await call('POST', '/v1/schedules/validate', draft({ run_at: '2020-01-01T00:00:00Z' }))).body;
    expect([over.valid, outcome(over, 'payload').details.errors[0].loc]).toEqual([false, ['body', 'run_at']]);
    const fields = draft({ idempotency_key: newId() });
    const { id } = await create(fields);
    const known = (await call('POST', '/v1/schedules/validate', fields)).body;
    expect([known.valid, known.existing_schedule_id, outcome(known, 'duplicate').code]).toEqual([true, id, 'schedule_exists']);
  });
});

describe('many schedules at once', () => {
  const outcomes = ({ body }: Answer) =>
    body.results.map(({ status, error_code }: { status: string; error_code: string | null }) => [status, error_code]);

  it('are canceled, retried and deleted, each judged alone', async () => {
    const [one, other, stranger] = [(await create()).id, (await create()).id, newId()];
    const canceled = await call('POST', '/v1/schedules/bulk-cancel', { ids: [one, stranger, one] });
    expect([canceled.status, canceled.body.succeeded_count, canceled.body.skipped_count, canceled.body.failed_count]).toEqual([
      200, 1, 1, 1,
    ]);
    expect(outcomes(canceled)).toEqual([
      ['succeeded', null],
      ['failed', 'not_found'],
      ['skipped', null],
    ]);
    expect((await call('GET', `/v1/schedules/${one}`)).body.status).toBe('canceled');
    expect(outcomes(await call('POST', '/v1/schedules/bulk-retry', { ids: [one, other] }))).toEqual([
      ['failed', 'bad_request'],
      ['skipped', null],
    ]);
    expect(outcomes(await call('POST', '/v1/schedules/bulk-delete', { ids: [one, other] }))).toEqual([
      ['succeeded', null],
      ['failed', 'bad_request'],
    ]);
    expect(outcomes(await call('POST', '/v1/schedules/bulk-delete', { ids: [one] }))).toEqual([['skipped', null]]);
    const withKeyFor = async (account: string) => {
      const { headers } = await newKey(service.call, persona.session, {
        scopes: ['read', 'write', 'destructive'],
        platform_account_ids: [account],
      });
      return outcomes(await service.call('POST', '/v1/schedules/bulk-delete', { ids: [one] }, headers));
    };
    expect(await withKeyFor(persona.accountId)).toEqual([['skipped', null]]);
    expect((await call('POST', '/v1/schedules/bulk-cancel', { ids: ['7'] })).status).toBe(422);
  });
});

describe('the forecast', () => {
  it('says when each would really go, warns of one that would slip, and tells a key only of its accounts', async () => {
    const { key, session, accountId, boardId } = await newPersona(service.call);
    const asked = (method: string, path: string, body?: unknown) => service.call(method, path, body, key);
    const fields = { account_id: accountId, board_id: boardId };
    expect((await asked('GET', '/v1/schedules/forecast')).body).toEqual({ items: [], quota_exhausted_at: null });
    const run_at = inAnHour();
    const created = [];
    for (let n = 0; n < 50; n++) created.push((await asked('POST', '/v1/schedules', draft({ ...fields, run_at }))).body);
    expect(created.every((body) => !('warnings' in body))).toBe(true);
    const { items, quota_exhausted_at } = (await asked('GET', '/v1/schedules/forecast?days=1')).body;
    expect(items).toHaveLength(50);
    expect(items[0]).toEqual({ schedule_id: expect.any(String), run_at, expected_at: expect.any(String), delay_seconds: 0, reason: null });
    expect(quota_exhausted_at).toBe(run_at);
    const slips = await asked('POST', '/v1/schedules', draft({ ...fields, run_at }));
    expect([slips.status, slips.body.warnings]).toEqual([
      201,
      [expect.objectContaining({ name: 'forecast', status: 'warning', code: 'quota_exceeded' })],
    ]);
    const { checks, valid } = (await asked('POST', '/v1/schedules/validate', draft({ ...fields, run_at }))).body;
    const warning = checks.find((check: { name: string }) => check.name === 'forecast');
    expect([valid, warning.status, warning.details.delay_seconds > 60]).toEqual([true, 'warning', true]);
    const { headers } = await newKey(service.call, session, { platform_account_ids: [accountId] });
    expect((await service.call('GET', '/v1/schedules/forecast', undefined, headers)).body.items).toHaveLength(51);
    for (const days of ['0', '32', 'x', '1.5']) expect((await asked('GET', `/v1/schedules/forecast?days=${days}`)).status).toBe(422);
  });
});
