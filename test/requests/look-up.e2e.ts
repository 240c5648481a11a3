import { newId } from '@pps/kernel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import type { Answer, Call } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let other: Call;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.stop());

interface Key {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function keyOf(account: Account, scopes = ['read', 'write']): Promise<Key> {
  const { body } = await service.call('POST', '/v1/api-keys', { name: 'A key', scopes }, account.session);
  return { id: body.id, headers: { 'x-api-key': body.api_key } };
}

const list = async (who: Readonly<Record<string, string>>, query = '', call = service.call) =>
  call('GET', `/v1/requests${query}`, undefined, who);
function routesOf({ status, body }: Answer): string[] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body.items as Record<string, unknown>[]).map((item) => `${item['method']} ${item['route']} ${item['status']}`);
}

it('the request id of an error leads to the request, at once, and so does that of any answer', async () => {
  const ada = await register(service.call);
  const key = await keyOf(ada);
  const refused = await service.call('POST', '/v1/pins?secret=1', { title: 'My secret title' }, key.headers);
  const { request_id: requestId } = refused.body.error;
  const found = await service.call('GET', `/v1/requests/${requestId}`, undefined, key.headers);
  expect(found.body).toEqual({
    request_id: requestId,
    at: expect.stringMatching(/^20\d\d-.*Z$/),
    ...{ method: 'POST', route: '/v1/pins', status: 422, code: 'validation_error', resource_id: null },
    duration_ms: expect.any(Number),
    credential: { type: 'api_key', id: key.id },
  });
  expect(JSON.stringify(found.body)).not.toMatch(/secret|pps_/);
  const missing = await service.call('GET', `/v1/schedules/${newId()}`, undefined, key.headers);
  expect(missing.status).toBe(404);
  const read = await service.call('GET', `/v1/requests/${missing.headers.get('x-request-id')}`, undefined, key.headers);
  expect(read.body).toMatchObject({ route: '/v1/schedules/{schedule_id}', code: 'not_found', status: 404 });
});

it('says which thing was made, or was in the path', async () => {
  const ada = await register(service.call);
  const made = await service.call('POST', '/v1/api-keys', { name: 'A key', scopes: ['read'] }, ada.session);
  await service.call('PATCH', `/v1/api-keys/${made.body.id.toUpperCase()}`, { name: 'Another name' }, ada.session);
  const { body } = await list(ada.session, '?limit=2');
  expect(body.items.map((item: { resource_id: unknown }) => item.resource_id)).toEqual([made.body.id, made.body.id]);
});

it('a credential in a path, by mistake, is kept nowhere', async () => {
  const ada = await register(service.call);
  const key = `pps_live_${'a1B2'.repeat(9)}a1`;
  // Some of these names are no ids at all, so that their routes refuse them.
  for (const path of [`/v1/pins/${key}`, `/v1/requests/${key}`, `/v1/platform/boards/${key}/access`, '/v1/requests/my-name.and-address'])
    await service.call('GET', path, undefined, ada.session);
  const { body } = await list(ada.session);
  expect(body.items.length).toBeGreaterThan(3);
  expect(JSON.stringify(body)).not.toMatch(/pps_|my-name/);
});

it('whoever hangs up before the answer is out finds 499, and what the call made all the same', async () => {
  const ada = await register(service.call);
  const { port } = new URL(service.url);
  const body = JSON.stringify({ name: 'A key', scopes: ['read'] });
  const head = [
    ...['POST /v1/api-keys HTTP/1.1', 'Host: localhost', `Authorization: ${ada.session['authorization']}`],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`],
  ];
  const hangUp = async (id: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`${head.join('\r\n')}\r\nX-Request-ID: ${id}\r\n\r\n${body}`);
    await once(socket.resume(), 'close');
    return eventually('the call that nobody waited for', async () => {
      const shown = await service.call('GET', `/v1/requests/${id}`, undefined, ada.session);
      return shown.status === 200 ? shown.body : undefined;
    });
  };
  const found = await hangUp('hung-up-call');
  const keys = await service.call('GET', '/v1/api-keys', undefined, ada.session);
  expect(keys.body).toHaveLength(1);
  expect(found).toMatchObject({ method: 'POST', route: '/v1/api-keys', status: 499, code: null, resource_id: keys.body[0].id });
});

it('a session sees all of its project, a key its own, and nobody those of others', async () => {
  const [ada, bob] = [await register(service.call), await register(service.call)];
  const [one, two] = [await keyOf(ada), await keyOf(ada)];
  await service.call('GET', '/v1/pins', undefined, one.headers);
  const byTwo = await service.call('GET', '/v1/webhooks', undefined, two.headers);
  expect(routesOf(await list(one.headers))).toEqual(['GET /v1/pins 200']);
  expect(routesOf(await list(one.headers, `?key_id=${two.id}`))).toEqual([]);
  expect(routesOf(await list(ada.session, `?key_id=${two.id.toUpperCase()}`))).toEqual(['GET /v1/webhooks 200']);
  const id = byTwo.headers.get('x-request-id');
  for (const who of [one.headers, bob.session]) {
    const answer = await service.call('GET', `/v1/requests/${id}`, undefined, who);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    expect(routesOf(await list(who, `?request_id=${id}`))).toEqual([]);
  }
  expect((await service.call('GET', `/v1/requests/${id}`, undefined, ada.session)).body.credential).toEqual({
    type: 'api_key',
    id: two.id,
  });
});

it('a project sees its own: neither production what was done in the sandbox, nor a key of it', async () => {
  const ada = await register(service.call);
  const sandbox = await service.call('POST', '/v1/projects/sandbox', {}, ada.session);
  const switched = await service.call('POST', '/v1/projects/switch', { project_id: sandbox.body.projects[1].id }, ada.session);
  const there = { authorization: `Bearer ${switched.body.access_token}` };
  const { body: key } = await service.call('POST', '/v1/api-keys', { name: 'A key', scopes: ['read'] }, there);
  const inSandbox = await service.call('GET', '/v1/pins', undefined, { 'x-api-key': key.api_key });
  const id = inSandbox.headers.get('x-request-id');
  expect((await service.call('GET', `/v1/requests/${id}`, undefined, ada.session)).status).toBe(404);
  expect((await service.call('GET', `/v1/requests/${id}`, undefined, there)).status).toBe(200);
  // A reset leaves nothing of the sandbox to any reader, itself included.
  const reset = await service.call('POST', '/v1/projects/sandbox/reset', {}, there);
  expect([reset.status, routesOf(await list(there))]).toEqual([200, []]);
  expect((await service.call('GET', `/v1/requests/${id}`, undefined, there)).status).toBe(404);
  expect(routesOf(await list(there))).toContain('GET /v1/requests/{request_id} 404');
});

it('a credential without the scope read is refused, and its refusal can be looked up by those who have it', async () => {
  const ada = await register(service.call);
  const writer = await keyOf(ada, ['write']);
  const refused = await list(writer.headers);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
  const found = await service.call('GET', `/v1/requests/${refused.body.error.request_id}`, undefined, ada.session);
  expect(found.body).toMatchObject({ code: 'insufficient_scope', status: 403, route: '/v1/requests' });
});

it('filters, and pages behind a cursor without repeating or losing any', async () => {
  const ada = await register(service.call);
  const begun = new Date().toISOString();
  for (let n = 0; n < 5; n += 1) await service.call('GET', '/v1/pins?limit=1', undefined, ada.session);
  await service.call('POST', '/v1/pins', {}, ada.session);
  await service.call('GET', `/v1/pins/${newId()}`, undefined, ada.session);
  expect(routesOf(await list(ada.session, '?status=4xx'))).toEqual(['GET /v1/pins/{id} 404', 'POST /v1/pins 422']);
  expect(routesOf(await list(ada.session, '?status=422'))).toEqual(['POST /v1/pins 422']);
  expect(routesOf(await list(ada.session, '?route=/v1/pins'))).toHaveLength(6);
  expect(routesOf(await list(ada.session, `?route=${encodeURIComponent('POST /v1/pins')}&since=${begun}`))).toHaveLength(1);
  expect(routesOf(await list(ada.session, `?until=${begun}&route=/v1/pins`))).toEqual([]);
  expect(routesOf(await list(ada.session, `?since=9999-12-31T23:59:59Z`))).toEqual([]);
  expect(routesOf(await list(ada.session, `?since=1970-01-01T00:00:00Z&until=9999-12-31T23:59:59Z&route=/v1/pins`))).toHaveLength(6);
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list(ada.session, `?route=/v1/pins&limit=2${cursor}`);
    seen.push(...page.body.items.map((item: { request_id: string }) => item.request_id));
    if (page.body.next_cursor === null) break;
    cursor = `&cursor=${page.body.next_cursor}`;
  }
  expect(new Set(seen).size).toBe(6);
});

it('keeps nothing of who shows no good credential, nor of paths that no route has', async () => {
  const ada = await register(service.call);
  const before = (await list(ada.session)).body.items.length;
  await service.call('GET', '/v1/pins');
  await service.call('GET', '/v1/pins', undefined, { 'x-api-key': `pps_live_${'a'.repeat(38)}` });
  for (let n = 0; n < 20; n += 1) await service.call('GET', `/v1/no-such-route-${n}`, undefined, ada.session);
  await service.call('POST', '/v1/auth/login', { email: ada.email, password: 'wrong horse' });
  expect((await list(ada.session)).body.items).toHaveLength(before + 1);
});

it('an id that a client uses again leads to the newest request, and neither ids nor methods bring anything else in', async () => {
  const ada = await register(service.call);
  const named = { ...ada.session, 'x-request-id': 'order-7.my_Request' };
  await service.call('GET', '/v1/pins', undefined, named);
  await service.call('GET', '/v1/webhooks', undefined, named);
  const found = await service.call('GET', '/v1/requests/order-7.my_Request', undefined, ada.session);
  expect(found.body.route).toBe('/v1/webhooks');
  expect(routesOf(await list(ada.session, '?request_id=order-7.my_Request'))).toEqual(['GET /v1/webhooks 200', 'GET /v1/pins 200']);
  const foreign = await service.call('GET', '/v1/pins', undefined, { ...ada.session, 'x-request-id': "';drop table--{{x}}" });
  expect(foreign.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const odd = await service.call('GET', `/v1/platform/boards/${encodeURIComponent("<script>'\u202e")}/access`, undefined, ada.session);
  expect(
    (await service.call('GET', `/v1/requests/${odd.headers.get('x-request-id')}`, undefined, ada.session)).body.resource_id,
  ).toBeNull();
});

it('what another process has answered shows soon', async () => {
  const ada = await register(service.call);
  const answer = await other('GET', '/v1/pins', undefined, ada.session);
  const path = `/v1/requests/${answer.headers.get('x-request-id')}`;
  const found = await eventually('the request on the other process', async () => {
    const shown = await service.call('GET', path, undefined, ada.session);
    return shown.status === 200 ? shown : undefined;
  });
  expect(found.body.route).toBe('/v1/pins');
});

it('two hundred at once on two processes are each found once', async () => {
  const ada = await register(service.call);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? service.call : other)('GET', `/v1/pins/${newId()}`, undefined, ada.session)),
  );
  const ids = answers.map(({ headers }) => headers.get('x-request-id')).sort();
  const found = await eventually('all of them', async () => {
    const { body } = await list(ada.session, '?limit=200&route=/v1/pins/{id}');
    return body.items.length === 200 ? (body.items as { request_id: string }[]) : undefined;
  });
  expect(found.map(({ request_id: id }) => id).sort()).toEqual(ids);
});
