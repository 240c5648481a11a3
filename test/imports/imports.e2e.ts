import { billingStream, type SubscriptionFact } from '@pps/billing/events';
import { parse } from 'csv-parse/sync';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { eventually } from '../setup/eventually';
import { connectPlatformUser } from '../setup/platform-user';
import { heldImport } from './held-import';
import { newImporter, outcomes, type Importer } from './importer';

let service: BackgroundService;
let ann: Importer;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'growth', PLATFORM_TIMEOUT: '5m' });
  ann = await newImporter(service, 'ann');
});
afterAll(() => service.stop());

const refusal = ({ status, body }: { readonly status: number; readonly body: { readonly error?: { readonly code: string } } }) => [
  status,
  body.error?.code,
];
/** As lists show an import. */
const listed = (body: object): object => ({ ...body, results: [] });
const changedAt = '2026-11-20T10:00:00.000Z';
const quotaUsed = async (of = ann): Promise<number> => (await of.get('/v1/billing/status')).body.quota_used;

describe('a file of rows', () => {
  it('becomes pins row by row, and its bad rows fail alone', async () => {
    const before = await quotaUsed();
    const rows = [
      ann.row('Blue door', {
        related_terms: 'door, blue',
        alt_text: 'A door',
        dominant_color: '00aaff',
        link_url: 'https://example.org/b',
      }),
      ann.row(''),
      17,
      ann.row('Green door', { idempotency_key: 'green-1' }),
      ann.row('Green door', { idempotency_key: 'green-1' }),
      ann.row('Red door', { idempotency_key: 'green-1' }),
      ann.row('No board', { board_id: '1' }),
      ann.row('Blue door', { colour: 'blue' }),
      ann.row('Nobody', { account_id: '0197a000-0000-7000-8000-0000000000ff' }),
    ];
    const accepted = await ann.sendJson(rows);
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({ source_type: 'json', source_filename: null, status: 'queued', total_rows: 9, results: [] });
    const done = await ann.ended(accepted.body.id);
    expect(done).toMatchObject({ status: 'completed_with_errors', processed_rows: 9, created_rows: 2, existing_rows: 1, failed_rows: 6 });
    expect(outcomes(done)).toEqual([
      [1, 'created', null],
      [2, 'failed', 'validation_error'],
      [3, 'failed', 'validation_error'],
      [4, 'created', null],
      [5, 'existing', null],
      [6, 'failed', 'idempotency_key_reused'],
      [7, 'failed', 'board_not_found'],
      [8, 'failed', 'validation_error'],
      [9, 'failed', 'not_found'],
    ]);
    expect(done.results[1]).toMatchObject({ error_field: 'title', error_message: expect.stringContaining('title: ') });
    expect(done.results[7]).toMatchObject({ error_field: 'colour' });
    expect([done.started_at, done.completed_at].every((at) => at >= done.created_at)).toBe(true);
    const pin = (await ann.get(`/v1/pins/${done.results[0].pin_id}`)).body;
    expect(pin).toMatchObject({ import_job_id: done.id, related_terms: ['door', 'blue'], dominant_color: '#00AAFF', alt_text: 'A door' });
    expect(pin.idempotency_key).toBe(done.results[0].idempotency_key);
    expect(await quotaUsed()).toBe(before + 2);
    const ledger = (await ann.get('/v1/billing/quota-ledger?limit=2')).body.items;
    expect(ledger.map(({ source }: { source: string }) => source)).toEqual(['import', 'import']);

    const again = await ann.ended((await ann.sendJson([...rows].reverse())).body.id);
    expect(again).toMatchObject({ created_rows: 0, existing_rows: 3 });
    expect(again.results[8].pin_id).toBe(done.results[0].pin_id);
    expect(await quotaUsed()).toBe(before + 2);
  });

  it('as CSV gives the failed rows back, which can be mended and sent again', async () => {
    const { accountId, boardId } = ann;
    const csv = [
      '\ufeffTitle;account_id;board_id;image_url;description;related_terms',
      `"Café; ""blue""";${accountId};${boardId};https://images.example.com/cafe.jpg;"two\r\nlines";"door,blue"`,
      `"=1+1";${accountId};${boardId};;;`,
      `'=literal;${accountId};${boardId};https://images.example.com/cafe.jpg;;`,
      `Ragged;${accountId}`,
      ';;;;;',
      '',
    ].join('\r\n');
    const accepted = await ann.sendCsv(csv);
    expect([accepted.status, accepted.body.source_type, accepted.body.source_filename, accepted.body.total_rows]).toEqual([
      202,
      'csv',
      'autumn.csv',
      4,
    ]);
    const done = await ann.ended(accepted.body.id);
    expect(outcomes(done).map(String)).toEqual(['1,created,', '2,failed,validation_error', '3,created,', '4,failed,validation_error']);
    const titles = await Promise.all([0, 2].map(async (at) => (await ann.get(`/v1/pins/${done.results[at].pin_id}`)).body));
    expect(titles.map(({ title, description, related_terms }) => [title, description, related_terms])).toEqual([
      ['Café; "blue"', 'two\r\nlines', ['door', 'blue']],
      ['=literal', null, null],
    ]);
    const failed = await ann.get(`/v1/pins/imports/${done.id}/failed.csv`);
    expect([failed.status, failed.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    const [first, second] = parse(failed.body, { columns: true, bom: true, delimiter: ';' }) as Record<string, string>[];
    expect(first).toMatchObject({ title: "'=1+1", account_id: accountId, error: expect.stringContaining('image_url') });
    expect(second).toMatchObject({ title: 'Ragged', error: expect.stringContaining('board_id') });
    const mended = failed.body.replace(`;${boardId};'=1+1;;;`, `;${boardId};'=1+1;;;https://images.example.com/cafe.jpg`);
    expect(mended).not.toBe(failed.body);
    const retried = await ann.ended((await ann.sendCsv(mended)).body.id);
    expect(outcomes(retried).map(String)).toEqual(['1,created,', '2,failed,validation_error']);
    expect((await ann.get(`/v1/pins/${retried.results[0].pin_id}`)).body.title).toBe('=1+1');
    const template = await ann.get('/v1/pins/imports/template.csv');
    expect(template.body).toMatch(/^account_id,board_id,title,.*,run_at\r\n$/);
  });

  it('makes schedules of rows that say when, once, and nothing of those whose time is over', async () => {
    const hal = await newImporter(service);
    const rows = [
      hal.row('Now'),
      hal.row('Later', { run_at: '2099-01-01T10:00:00+02:00' }),
      hal.row('Over', { run_at: '2020-01-01T10:00:00Z' }),
      hal.row('Vague', { run_at: '2099-01-01T10:00:00' }),
    ];
    const done = await hal.ended((await hal.sendJson(rows)).body.id);
    expect(outcomes(done).map(String)).toEqual(['1,created,', '2,created,', '3,failed,validation_error', '4,failed,validation_error']);
    expect(done.results.slice(2).map(({ error_field }: { error_field: string }) => error_field)).toEqual(['run_at', 'run_at']);
    expect(done.results[1].pin_id).toBeNull();
    const schedule = (await hal.get(`/v1/schedules/${done.results[1].schedule_id}`)).body;
    expect(schedule).toMatchObject({ status: 'scheduled', run_at: '2099-01-01T08:00:00.000Z' });
    expect(await quotaUsed(hal)).toBe(1);
    const again = await hal.ended((await hal.sendJson(rows)).body.id);
    expect(again).toMatchObject({ created_rows: 0, existing_rows: 2, failed_rows: 2 });
    expect((await hal.get('/v1/schedules')).headers.get('x-total-count')).toBe('1');
  });

  it('is refused where the plan has no imports, the key may not write, or the file is none', async () => {
    const rows = [ann.row('Blue door')];
    const ivy = await newImporter(service);
    const { organization } = (await service.call('GET', '/v1/auth/me', undefined, ivy.session)).body;
    const changePlan = (fact: SubscriptionFact) =>
      service.parts.streams.decide(billingStream, organization.id, { actor: { type: 'system' }, occurredAt: changedAt }, () => [fact]);
    await changePlan({ type: 'BillingStatusChanged', data: { status: 'past_due', changedAt } });
    expect(refusal(await ivy.sendJson([ivy.row('Blue door')]))).toEqual([402, 'billing_inactive']);
    await changePlan({ type: 'PlanChanged', data: { plan: 'playground', changedAt } });
    expect(refusal(await ivy.sendJson([ivy.row('Blue door')]))).toEqual([403, 'feature_unavailable']);
    expect((await ivy.get('/v1/pins/imports')).body).toEqual([]);
    expect(refusal(await ann.sendJson(rows, await ann.keyWith({ scopes: ['read'] })))).toEqual([403, 'insufficient_scope']);
    expect(refusal(await ann.sendJson({ pins: rows }))).toEqual([422, 'validation_error']);
    expect(refusal(await ann.sendJson([]))).toEqual([422, 'validation_error']);
    expect(refusal(await ann.sendJson(Array.from({ length: 501 }, () => rows[0])))).toEqual([422, 'validation_error']);
    expect(refusal(await ann.sendCsv('title\r\n"open'))).toEqual([422, 'validation_error']);
    expect(refusal(await ann.sendCsv('x'.repeat(6 * 1024 * 1024)))).toEqual([413, 'payload_too_large']);
    expect(refusal(await ann.post('/v1/pins/imports/csv', rows))).toEqual([415, 'unsupported_media_type']);
    expect(refusal(await ann.get('/v1/pins/imports/nonsense'))).toEqual([422, 'validation_error']);
    expect(refusal(await ann.get('/v1/pins/imports/0197a000-0000-7000-8000-0000000000ff'))).toEqual([404, 'not_found']);
  });

  it('is listed, the newest first, by status and kind', async () => {
    const ben = await newImporter(service);
    const one = await ben.ended((await ben.sendJson([ben.row('One')])).body.id);
    const two = await ben.ended((await ben.sendCsv('title\r\nTwo\r\n')).body.id);
    expect([one.results, two.results].map(({ length }) => length)).toEqual([1, 1]);
    const all = await ben.get('/v1/pins/imports');
    expect([all.headers.get('x-total-count'), all.body]).toEqual(['2', [listed(two), listed(one)]]);
    const failed = await ben.get('/v1/pins/imports?status=completed_with_errors&limit=1');
    expect([failed.headers.get('x-total-count'), failed.body]).toEqual(['1', [listed(two)]]);
    expect((await ben.get('/v1/pins/imports?source_type=json')).body).toEqual([listed(one)]);
    expect((await ben.get('/v1/pins/imports?offset=1')).body).toEqual([listed(one)]);
    expect((await ben.get('/v1/pins/imports?status=done')).status).toBe(422);
    expect((await ann.get(`/v1/pins/imports/${one.id}`)).status).toBe(404);
    expect((await ann.get(`/v1/pins/imports/${one.id}/failed.csv`)).status).toBe(404);
    expect((await ann.post(`/v1/pins/imports/${one.id}/cancel`)).status).toBe(404);
  });
});

describe('imports of a project', () => {
  it('are worked off one after the other, in the order in which they came', async () => {
    const cleo = await newImporter(service);
    const files = [12, 3, 3].map((rows, file) => Array.from({ length: rows }, (_, n) => cleo.row(`File ${file} row ${n}`)));
    const ids: string[] = [];
    for (const rows of files) ids.push((await cleo.sendJson(rows)).body.id);
    const [first, second, third] = await Promise.all(ids.map((id) => cleo.ended(id)));
    expect([first.created_rows, second.created_rows, third.created_rows]).toEqual([12, 3, 3]);
    expect(second.started_at >= first.completed_at && third.started_at >= second.completed_at).toBe(true);
    const pins: { title: string }[] = (await cleo.get('/v1/pins?limit=200&sort=created_at_asc')).body;
    // The rows of a portion are queued at once.
    expect(pins.map(({ title }) => title.slice(0, 6))).toEqual(files.flat().map(({ title }) => String(title).slice(0, 6)));
  });

  it('can be canceled: what was created stays, the rows that are left fail and can be sent again', async () => {
    const dora = await newImporter(service);
    const { id: running, release } = await heldImport(service, dora, 60);
    const waiting = (await dora.sendJson([dora.row('Later')])).body.id;
    const never = await dora.post(`/v1/pins/imports/${waiting}/cancel`);
    expect([never.status, never.body.status, outcomes(never.body)]).toEqual([200, 'completed_with_errors', [[1, 'failed', 'canceled']]]);
    const canceled = await dora.post(`/v1/pins/imports/${running}/cancel`);
    expect([canceled.status, canceled.body.id]).toEqual([200, running]);
    expect((await dora.post(`/v1/pins/imports/${running}/cancel`)).status).toBe(200);
    await release();
    const done = await dora.ended(running);
    expect(done).toMatchObject({ status: 'completed_with_errors', processed_rows: 60, error_message: 'The import was canceled.' });
    expect(done.created_rows).toBeGreaterThan(0);
    expect(done.failed_rows).toBe(60 - done.created_rows);
    expect(done.results.at(-1)).toMatchObject({ status: 'failed', error_code: 'canceled' });
    expect((await dora.get('/v1/pins?limit=1')).headers.get('x-total-count')).toBe(String(1 + done.created_rows));
    const left = await dora.get(`/v1/pins/imports/${running}/failed.csv`);
    const rest = await dora.ended((await dora.sendCsv(left.body)).body.id);
    expect(rest).toMatchObject({ status: 'completed', created_rows: done.failed_rows });
    expect(refusal(await dora.post(`/v1/pins/imports/${rest.id}/cancel`))).toEqual([409, 'conflict']);
  });

  it('tell webhooks when they end', async () => {
    const emma = await newImporter(service);
    const hook = await emma.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['import.completed'] });
    const done = await emma.ended((await emma.sendCsv('title\r\nTwo\r\n')).body.id);
    const delivery = await eventually('a delivery', async () => {
      const { items } = (await emma.get(`/v1/webhooks/${hook.body.id}/deliveries`)).body;
      return items[0];
    });
    const { payload } = (await emma.get(`/v1/webhooks/${hook.body.id}/deliveries/${delivery.id}`)).body;
    expect(payload.data).toEqual({
      ...{ import_job_id: done.id, status: 'completed_with_errors', source_type: 'csv', source_filename: 'autumn.csv' },
      ...{ total_rows: 1, created_rows: 0, existing_rows: 0, failed_rows: 1 },
    });
  });
});

describe('a key with an allow-list', () => {
  it('imports for its accounts only, and sees the results of those', async () => {
    const other = (await connectPlatformUser(service.call, ann.key, { username: 'fay' })).body.account_id;
    const narrow = await ann.keyWith({ platform_account_ids: [other] });
    const mixed = [ann.row('Ours'), ann.row('Theirs', { account_id: other, board_id: '1' }), ann.row('')];
    const whole = await ann.ended((await ann.sendJson(mixed)).body.id);
    expect(whole.results).toHaveLength(3);
    const seen = (await ann.get(`/v1/pins/imports/${whole.id}`, narrow)).body;
    expect(outcomes(seen)).toEqual([[2, 'failed', 'board_not_found']]);
    expect((await ann.get('/v1/pins/imports?limit=1', narrow)).body).toEqual([listed(seen)]);
    const theirFailures = (await ann.get(`/v1/pins/imports/${whole.id}/failed.csv`, narrow)).body;
    expect([theirFailures.includes('Theirs'), theirFailures.includes(ann.accountId)]).toEqual([true, false]);
    expect(refusal(await ann.post(`/v1/pins/imports/${whole.id}/cancel`, undefined, narrow))).toEqual([403, 'account_not_permitted']);

    const own = await ann.ended((await ann.sendJson(mixed, narrow)).body.id);
    expect(outcomes((await ann.get(`/v1/pins/imports/${own.id}`, narrow)).body)).toEqual([
      [1, 'failed', 'account_not_permitted'],
      [2, 'failed', 'board_not_found'],
      [3, 'failed', 'validation_error'],
    ]);
  });

  it('creates nothing more once it is revoked', async () => {
    const gus = await newImporter(service);
    const made = await gus.post('/v1/api-keys', { name: 'leaked' });
    const { id, release } = await heldImport(service, gus, 120, { 'x-api-key': made.body.api_key });
    expect((await service.call('DELETE', `/v1/api-keys/${made.body.id}`, undefined, gus.key)).status).toBe(204);
    await release();
    const done = await gus.ended(id);
    expect(done).toMatchObject({ status: 'failed', error_message: 'The API key that sent the import was revoked.' });
    expect(done.processed_rows).toBeLessThan(120);
  });
});
