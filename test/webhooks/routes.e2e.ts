import { newId } from '@pps/kernel';
import { webhookEventNames } from '@pps/webhooks/events';
import { newKey } from '../setup/account';
import type { Answer, Call } from '../setup/caller';
import { newSession, type Headers } from '../setup/platform-user';
import { startService, type RunningService } from '../setup/running-service';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const datetime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const url = 'http://127.0.0.1:9/hook';

let service: RunningService;
let call: Call;
let session: Headers;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
  call = service.call;
});
afterAll(() => service.stop());
beforeEach(async () => (session = await newSession(call)));

async function newWebhook(fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await call('POST', '/v1/webhooks', { url, ...fields }, session);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}

const failure = ({ status, body }: Answer) => [status, body.error.code, body.error.errors?.map((error: { loc: unknown }) => error.loc)];

test('a webhook is made with defaults, and its secret is shown once', async () => {
  const { secret, ...shown } = await newWebhook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const expected = {
    id: uuid,
    workspace_id: uuid,
    url,
    events: ['pin.published', 'pin.failed'],
    platform_account_ids: null,
    header_names: [],
    public_key: null,
    is_enabled: true,
    disabled_reason: null,
    failing_since: null,
    dropped_count: 0,
    dropped_through_sequence: null,
    created_at: datetime,
    updated_at: datetime,
  };
  expect(shown).toEqual(expected);
  expect((await call('GET', '/v1/webhooks', undefined, session)).body).toEqual([shown]);
  expect((await call('GET', `/v1/webhooks/${shown.id}`, undefined, session)).body).toEqual(shown);
  expect((await call('GET', '/v1/webhooks', undefined, await newSession(call))).body).toEqual([]);
  expect(await newWebhook({ secret: 'sixteen letters!', events: ['pin.*', '*'], is_enabled: false })).toEqual({
    ...expected,
    events: ['pin.*', '*'],
    is_enabled: false,
    disabled_reason: 'requested',
  });
  expect(await newWebhook({ secret: null, events: null, is_enabled: null })).toMatchObject({
    secret: expect.any(String),
    is_enabled: true,
  });
});

test.each([
  [{}, 'url'],
  [{ url: 'example.com' }, 'url'],
  [{ url: 'ftp://example.com/' }, 'url'],
  [{ url: 5 }, 'url'],
  [{ url, secret: 'fifteen letters' }, 'secret'],
  [{ url, secret: 's'.repeat(256) }, 'secret'],
  [{ url, secret: 'whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, 'secret'],
  [{ url, has_key_pair: 'yes' }, 'has_key_pair'],
  [{ url, events: ['pin.eaten'] }, 'events'],
  [{ url, events: ['webhook.test'] }, 'events'],
  [{ url, events: ['pins.*'] }, 'events'],
  [{ url, events: 'pin.failed' }, 'events'],
  [{ url, events: [] }, 'events'],
  [{ url, is_enabled: 'yes' }, 'is_enabled'],
  [{ url, headers: { Host: 'example.com' } }, 'headers'],
  [{ url, headers: { 'X-A': 'a\r\nHost: b' } }, 'headers'],
  [{ url, headers: [] }, 'headers'],
  [{ url, colour: 'red' }, 'colour'],
])('%j is refused', async (body, field) => {
  const answer = await call('POST', '/v1/webhooks', body, session);
  expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_error']);
  expect(answer.body.error.errors[0].loc.slice(0, 2)).toEqual(['body', field]);
});

test('every event that may be sent is listed, with its schema and an example', async () => {
  const { status, body } = await call('GET', '/v1/webhooks/events', undefined, session);
  expect(status).toBe(200);
  expect(body.map((each: { event: string }) => each.event)).toEqual([...webhookEventNames, 'webhook.test']);
  expect(body[0]).toMatchObject({ schema: { title: 'pin.queued' }, example: { event: 'pin.queued', data: { status: 'queued' } } });
});

test('a webhook is changed, and gone after its deletion', async () => {
  const { id } = await newWebhook();
  const path = `/v1/webhooks/${id}`;
  const changed = await call('PATCH', path, { url: `${url}/2`, events: ['pin.queued', 'pin.queued'], is_enabled: false }, session);
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ id, url: `${url}/2`, events: ['pin.queued'], is_enabled: false, disabled_reason: 'requested' });
  expect((await call('GET', '/v1/webhooks', undefined, session)).body).toEqual([changed.body]);
  const again = await call('PATCH', path, { is_enabled: true, secret: 'another secret of mine' }, session);
  expect([again.body.is_enabled, again.body.secret]).toEqual([true, undefined]);
  expect((await call('PATCH', path, {}, session)).body).toEqual(again.body);
  expect((await call('DELETE', path, undefined, session)).status).toBe(204);
  for (const method of ['GET', 'DELETE'])
    expect(failure(await call(method, path, undefined, session))).toEqual([404, 'not_found', undefined]);
  expect(failure(await call('PATCH', path, {}, session))).toEqual([404, 'not_found', undefined]);
  expect((await call('GET', '/v1/webhooks', undefined, session)).body).toEqual([]);
});

test('headers of its own are shown by name alone, and do not follow the webhook to another URL', async () => {
  const made = await newWebhook({ headers: { Authorization: 'Bearer a-token', 'X-Tenant': '5' } });
  const path = `/v1/webhooks/${made.id}`;
  const read = await newKey(call, session, { scopes: ['read'] });
  const shown = [
    made,
    (await call('GET', path, undefined, read.headers)).body,
    (await call('GET', '/v1/webhooks', undefined, session)).body[0],
  ];
  for (const body of shown) expect([body.header_names, body.headers]).toEqual([['Authorization', 'X-Tenant'], undefined]);
  const { delivery_id } = (await call('POST', `${path}/test`, undefined, session)).body;
  const { curl } = (await call('GET', `${path}/deliveries/${delivery_id}`, undefined, session)).body;
  expect([curl.includes("-H 'Authorization: <your value>'"), curl.includes('a-token')]).toEqual([true, false]);
  const elsewhere = { url: 'http://127.0.0.2:9/hook' };
  expect(failure(await call('PATCH', path, elsewhere, session))).toEqual([422, 'validation_error', [['body', 'headers']]]);
  expect(failure(await call('PATCH', path, { url: `${url}/2` }, session))).toEqual([422, 'validation_error', [['body', 'headers']]]);
  expect((await call('PATCH', path, { url }, session)).body.header_names).toEqual(['Authorization', 'X-Tenant']);
  const again = await call('PATCH', path, { ...elsewhere, headers: { 'X-A': 'b' } }, session);
  expect([again.body.url, again.body.header_names]).toEqual([elsewhere.url, ['X-A']]);
  expect((await call('PATCH', path, { headers: null }, session)).body.header_names).toEqual([]);
  expect(JSON.stringify(await call('PATCH', path, { headers: { 'X-A': 'a secret\u0000' } }, session))).not.toContain('a secret');
});

test('a key pair is made on demand, is shown by its public half, and changes with the secret', async () => {
  const made = await newWebhook({ has_key_pair: true });
  expect([made.public_key, made.secret]).toEqual([expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/), expect.stringMatching(/^whsec_/)]);
  const path = `/v1/webhooks/${made.id}`;
  const change = async (fields: object) => (await call('PATCH', path, fields, session)).body.public_key;
  expect(await change({ has_key_pair: true, is_enabled: false })).toBe(made.public_key);
  const second = await change({ secret: 'another secret of mine' });
  expect(second).not.toBe(made.public_key);
  const read = await newKey(call, session, { scopes: ['read'] });
  expect((await call('GET', '/v1/webhooks', undefined, read.headers)).body[0].public_key).toBe(second);
  expect([await change({ has_key_pair: false, secret: 'a third secret of mine' }), await change({})]).toEqual([null, null]);
});

test('a webhook of somebody else is not there, and an id must be a uuid', async () => {
  const { id } = await newWebhook();
  const stranger = await newSession(call);
  const paths = [`/v1/webhooks/${id}`, `/v1/webhooks/${id}/deliveries`, `/v1/webhooks/${id}/deliveries/${newId()}`];
  for (const path of paths) expect((await call('GET', path, undefined, stranger)).status).toBe(404);
  for (const path of [`/v1/webhooks/${id}/test`, `/v1/webhooks/${id}/deliveries/${newId()}/redeliver`]) {
    expect((await call('POST', path, undefined, stranger)).status).toBe(404);
  }
  expect((await call('POST', `/v1/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, stranger)).status).toBe(404);
  expect(failure(await call('GET', '/v1/webhooks/1', undefined, session))).toEqual([422, 'validation_error', [['path', 'webhook_id']]]);
});

test('deliveries are listed page by page, shown with what is sent, and made due again', async () => {
  const { id, workspace_id } = await newWebhook();
  const path = `/v1/webhooks/${id}/deliveries`;
  const sent: string[] = [];
  for (let n = 0; n < 3; n++) {
    const answer = await call('POST', `/v1/webhooks/${id}/test`, undefined, session);
    expect(answer).toMatchObject({ status: 202, body: { delivery_id: uuid } });
    sent.unshift(answer.body.delivery_id);
  }
  const first = (await call('GET', `${path}?limit=2`, undefined, session)).body;
  const second = (await call('GET', `${path}?limit=2&cursor=${first.next_cursor}`, undefined, session)).body;
  expect([...first.items, ...second.items].map((item: { id: string }) => item.id)).toEqual(sent);
  expect(second.next_cursor).toBeNull();
  const item = {
    id: sent[0],
    webhook_id: id,
    event_id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
    event: 'webhook.test',
    sequence: 0,
    status: 'pending',
    attempt_count: 0,
    last_status_code: null,
    last_error: null,
    next_attempt_at: datetime,
    created_at: datetime,
    updated_at: datetime,
  };
  expect(first.items[0]).toEqual(item);
  const detail = await call('GET', `${path}/${sent[0]}`, undefined, session);
  const { event_id } = first.items[0];
  const payload = {
    id: event_id,
    type: 'webhook.test',
    event: 'webhook.test',
    timestamp: datetime,
    sequence: 0,
    workspace_id,
    data: { message: 'This is a test. It has no sequence number.', webhook_id: id },
  };
  const explanation = expect.stringMatching(/^It is due at /);
  const curl = expect.stringContaining(event_id);
  expect(detail.body).toEqual({ ...item, payload, explanation, curl, attempts: [] });
  const again = await call('POST', `${path}/${sent[0]}/redeliver`, undefined, session);
  expect([again.status, again.body.id, again.body.status]).toEqual([202, sent[0], 'pending']);
  expect(await call('POST', `/v1/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, session)).toMatchObject({
    status: 202,
    body: { replay_id: uuid, queued_count: 0 },
  });
  await call('PATCH', `/v1/webhooks/${id}`, { is_enabled: false }, session);
  expect((await call('GET', `${path}/${sent[0]}`, undefined, session)).body.status).toBe('held');
  expect((await call('GET', `${path}?cursor=x`, undefined, session)).status).toBe(422);
  const beyond = Buffer.from('9999999999999999999').toString('base64url');
  expect((await call('GET', `${path}?cursor=${beyond}`, undefined, session)).status).toBe(422);
  expect((await call('GET', `${path}?limit=0`, undefined, session)).status).toBe(422);
  expect((await call('POST', `/v1/webhooks/${id}/replay`, { since: 'yesterday' }, session)).status).toBe(422);
});

test('how far a replay has come is shown, and one that has ended stays as it is when it is canceled', async () => {
  const { id } = await newWebhook();
  const { body } = await call('POST', `/v1/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, session);
  const path = `/v1/webhooks/${id}/replays/${body.replay_id}`;
  const ended = {
    replay_id: body.replay_id,
    webhook_id: id,
    status: 'completed',
    queued_count: 0,
    replayed_count: 0,
    since: datetime,
    until: datetime,
    requested_at: datetime,
    ended_at: datetime,
  };
  expect(await call('GET', path, undefined, session)).toMatchObject({ status: 200, body: ended });
  expect(await call('POST', `${path}/cancel`, undefined, session)).toMatchObject({ status: 200, body: ended });
  const other = await newWebhook();
  const elsewhere = `/v1/webhooks/${other.id}/replays/${body.replay_id}`;
  expect(failure(await call('GET', elsewhere, undefined, session))).toEqual([404, 'not_found', undefined]);
  expect(failure(await call('POST', `${elsewhere}/cancel`, undefined, session))).toEqual([404, 'not_found', undefined]);
  expect((await call('GET', path, undefined, await newSession(call))).status).toBe(404);
});

test('each route wants its scope', async () => {
  const { id } = await newWebhook();
  const { headers: key } = await newKey(call, session, { scopes: ['read'] });
  expect((await call('GET', '/v1/webhooks', undefined, key)).status).toBe(200);
  const refused = async (method: string, path: string, body?: object) => (await call(method, path, body, key)).body.error.required_scope;
  expect(await refused('POST', '/v1/webhooks', { url })).toBe('write');
  expect(await refused('PATCH', `/v1/webhooks/${id}`, {})).toBe('write');
  expect(await refused('POST', `/v1/webhooks/${id}/test`)).toBe('write');
  expect(await refused('DELETE', `/v1/webhooks/${id}`)).toBe('destructive');
});
