import { assetStream } from '@pps/assets/events';
import { assetStored } from '@pps/assets/testing';
import { connectionStream, type AccountConnected } from '@pps/connections/events';
import type { StreamType } from '@pps/event-store';
import { derivedId, newId, type Fact } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleCreated } from '@pps/schedules/testing';
import { ApiModule } from '../../apps/api/api.module';
import { declaredRoutes, type DeclaredRoute } from '../../apps/api/docs/declared-routes';
import type { Parts } from '../../apps/foundation/open-parts';
import { newKey, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { requestFor } from '../setup/route-request';
import { startService, type RunningService } from '../setup/running-service';
import { limitedKeyVerdicts } from './limited-key-verdicts';

// Every route that asks for a credential, found from the modules.
const routes = declaredRoutes(ApiModule.with({} as Parts)).filter(
  ({ access, path }) => access.kind !== 'public' && path.startsWith('/v1/'),
);
const nameOf = ({ method, path }: DeclaredRoute): string => `${method} ${path}`;

type Headers = Readonly<Record<string, string>>;

let service: RunningService;
let call: Call;
let account: Account;
let mine: string;
let other: Record<'accountId' | 'keyId' | 'webhookId' | 'pinId' | 'scheduleId' | 'assetId', string>;
let production: Headers;
let keys: Record<'narrow' | 'madeByNarrow' | 'reading' | 'test' | 'ofRevokedMaker', Headers>;
let tokenOfTestKey: Headers;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
  call = service.call;
  account = await register(call);
  const { session, projectId, organizationId } = account;
  mine = await connectAccount();
  const accountId = await connectAccount();
  const [pinId, scheduleId, assetId] = [newId(), newId(), newId()];
  const owned = { projectId, organizationId, accountId, epoch: 0 };
  await append(pinStream, pinId, pinQueued({ ...owned, pinId }));
  await append(
    scheduleStream,
    scheduleId,
    scheduleCreated({ ...owned, scheduleId, runAt: new Date(Date.now() + 3_600_000).toISOString() }),
  );
  await append(assetStream, assetId, assetStored({ assetId, projectId, organizationId, epoch: 0 }));
  const webhook = await call('POST', '/v1/webhooks', { url: 'https://hooks.example.test/', platform_account_ids: [accountId] }, session);
  const otherKey = await newKey(call, session, { platform_account_ids: [accountId] });
  other = { accountId, keyId: otherKey.id, webhookId: webhook.body.id, pinId, scheduleId, assetId };
  const narrow = await newKey(call, session, { platform_account_ids: [mine] });
  const maker = await newKey(call, session);
  const child = await newKey(call, maker.headers);
  const grandchild = await newKey(call, child.headers);
  expect((await call('DELETE', `/v1/api-keys/${maker.id}`, undefined, session)).status).toBe(204);
  expect((await call('POST', '/v1/projects/sandbox', undefined, session)).status).toBe(201);
  const { body: projects } = await call('GET', '/v1/projects', undefined, session);
  const sandbox = projects.projects.find(({ environment }: { environment: string }) => environment === 'sandbox').id;
  const inSandbox = await call('POST', '/v1/projects/switch', { project_id: sandbox }, session);
  const test = await newKey(call, bearer(inSandbox.body.access_token));
  const switched = await call('POST', '/v1/projects/switch', { project_id: sandbox }, test.headers);
  tokenOfTestKey = bearer(switched.body.access_token);
  production = session;
  keys = {
    narrow: narrow.headers,
    madeByNarrow: (await newKey(call, narrow.headers, { platform_account_ids: [mine] })).headers,
    reading: (await newKey(call, session, { scopes: ['read'] })).headers,
    test: test.headers,
    ofRevokedMaker: grandchild.headers,
  };
});

afterAll(() => service.stop());

const append = <State, F extends Fact>(type: StreamType<State, F>, id: string, fact: F) => {
  const { organizationId, projectId } = account;
  const origin = { organizationId, projectId, epoch: 0, actor: { type: 'system' }, occurredAt: new Date().toISOString() } as const;
  return service.parts.streams.decide(type, id, origin, () => [fact]);
};

async function connectAccount(): Promise<string> {
  const [accountId, at] = [newId(), new Date().toISOString()];
  const { organizationId, projectId } = account;
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: at };
  const data = { accountId, projectId, organizationId, epoch: 0, platformUserId: accountId, ...grant, connectedAt: at };
  await append(connectionStream, accountId, { type: 'AccountConnected', data } satisfies AccountConnected);
  return accountId;
}

/** The route as a caller asks it who names the other account's things wherever the route lets him, with what he has sent. */
async function ask(route: DeclaredRoute, headers: Headers): Promise<Answer & { readonly sent: string }> {
  const { accountId, keyId, webhookId, pinId, scheduleId, assetId } = other;
  const { path, hasBody, body } = requestFor(route, { accountId, keyId, webhookId, projectId: account.projectId });
  const parameter = /\{(id|schedule_id)\}/.exec(route.path);
  const named = route.path.startsWith('/v1/assets') ? assetId : parameter?.[1] === 'schedule_id' ? scheduleId : pinId;
  const at = parameter ? route.path.replace(parameter[0], named) : path;
  const ids = route.path.includes('/bulk-') ? { ids: [route.path.startsWith('/v1/pins') ? pinId : scheduleId] } : body;
  walked.add(`${nameOf(route)} ${JSON.stringify(headers)}`);
  const sent = hasBody ? ids : undefined;
  const credential = JSON.stringify(headers);
  sentBefore.set(credential, `${sentBefore.get(credential) ?? ''} ${at} ${JSON.stringify(sent)}`);
  const answer = await call(route.method, at, sent, headers);
  // The caller's own calls are shown again: whatever was named in them.
  const isOfCalls = route.path.startsWith('/v1/requests');
  return { ...answer, sent: isOfCalls ? (sentBefore.get(credential) ?? '') : `${at} ${JSON.stringify(sent)}` };
}

const sentBefore = new Map<string, string>();

/** What was asked with which credential, and where an id came back that the caller should not know. */
const walked = new Set<string>();
const leaking: string[] = [];

const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const textOf = ({ headers, body }: Answer) => JSON.stringify([[...headers], body ?? null]);
/** Ids of the other account in an answer that the caller did not send himself. */
function leaks(answer: Awaited<ReturnType<typeof ask>>): string[] {
  const found = Object.values(other).filter((id) => !answer.sent.includes(id) && textOf(answer).includes(id));
  leaking.push(...found);
  return found;
}

test('every route has a verdict, and every verdict a route', () => {
  expect(Object.keys(limitedKeyVerdicts).sort()).toEqual(routes.map(nameOf).sort());
});

describe.each(routes)('$method $path', (route) => {
  test.each(['narrow', 'madeByNarrow'] as const)('by a key that is limited to an account: %s', async (name) => {
    const answer = await ask(route, keys[name]);
    const expected = limitedKeyVerdicts[nameOf(route)];
    if (expected === 'session') expect(verdict(answer)).toEqual([403, 'session_required']);
    if (expected === 'refused') expect(verdict(answer)).toEqual([403, 'account_not_permitted']);
    if (expected === 'absent') expect(verdict(answer)).toEqual([404, 'not_found']);
    expect(leaks(answer)).toEqual([]);
    expect(answer.status).not.toBe(500);
  });

  test('by a key that may only read', async () => {
    if (route.access.kind === 'session') expect(verdict(await ask(route, keys.reading))).toEqual([403, 'session_required']);
    else if (route.access.kind === 'scope' && route.access.scope !== 'read')
      expect(verdict(await ask(route, keys.reading))).toEqual([403, 'insufficient_scope']);
    else expect([401, 500]).not.toContain((await ask(route, keys.reading)).status);
  });

  test('by a key of a maker whose maker is revoked', async () => {
    expect(verdict(await ask(route, keys.ofRevokedMaker))).toEqual([401, 'invalid_api_key']);
  });

  test('by a key of the sandbox, and by a token made with it', async () => {
    // It would end itself.
    if (route.path === '/v1/projects/sandbox/reset') return;
    for (const headers of [keys.test, tokenOfTestKey]) {
      const answer = await ask(route, headers);
      expect(leaks(answer)).toEqual([]);
      expect([401, 500]).not.toContain(answer.status);
      if (route.path === '/v1/projects/switch') expect(verdict(answer)).toEqual([403, 'session_required']);
    }
  });
});

// All keys and the token made with the test key; neither of the two of the sandbox empties it.
const cells = routes.length * 6 - 2;

test(`${routes.length} routes × 6 credentials = ${cells} cells without the two that would end the walk: 0 leaks`, () => {
  expect([walked.size, leaking]).toEqual([cells, []]);
});

test('what the other account has was neither changed nor removed', async () => {
  const found = await Promise.all([
    call('GET', `/v1/pins/${other.pinId}`, undefined, production),
    call('GET', `/v1/schedules/${other.scheduleId}`, undefined, production),
    call('GET', `/v1/webhooks/${other.webhookId}`, undefined, production),
    call('GET', `/v1/assets/${other.assetId}`, undefined, production),
  ]);
  expect(found.map(({ status, body }) => [status, body.status ?? body.is_enabled])).toEqual([
    [200, 'queued'],
    [200, 'scheduled'],
    [200, true],
    [200, undefined],
  ]);
});

test('an idempotency key that another account’s pin or schedule has is refused without saying whose', async () => {
  const { projectId, organizationId } = account;
  const idempotencyKey = newId();
  const [pinId, scheduleId] = [derivedId('pin', projectId, 0, idempotencyKey), derivedId('schedule', projectId, 0, idempotencyKey)];
  const owned = { projectId, organizationId, accountId: other.accountId, epoch: 0, idempotencyKey };
  await append(pinStream, pinId, pinQueued({ ...owned, pinId }));
  const runAt = new Date(Date.now() + 3_600_000).toISOString();
  await append(scheduleStream, scheduleId, scheduleCreated({ ...owned, scheduleId, runAt }));
  const pin = {
    account_id: mine,
    board_id: '123456',
    title: 'Mine',
    image_url: 'https://images.example.test/1.jpg',
    idempotency_key: idempotencyKey,
  };
  const asked = [
    ['/v1/pins', pin],
    ['/v1/pins/batch', { pins: [pin] }],
    ['/v1/pins/validate', pin],
    ['/v1/schedules', { ...pin, run_at: runAt }],
    ['/v1/schedules', { ...pin, run_at: '2026-01-01T00:00:00Z' }],
    ['/v1/schedules/validate', { ...pin, run_at: runAt }],
  ] as const;
  for (const [path, body] of asked) {
    const [hidden, shown] = [await call('POST', path, body, keys.narrow), await call('POST', path, body, production)];
    expect(textOf(hidden)).toContain('idempotency_key_reused');
    for (const id of [pinId, scheduleId, other.accountId]) expect([path, textOf(hidden).includes(id)]).toEqual([path, false]);
    expect([path, [pinId, scheduleId].some((id) => textOf(shown).includes(id))]).toEqual([path, true]);
  }
});

test('a webhook of a limited key is sent its accounts’ events alone, and nobody widens it', async () => {
  const made = await call('POST', '/v1/webhooks', { url: 'https://mine.example.test/' }, keys.narrow);
  expect([made.status, made.body.platform_account_ids]).toEqual([201, [mine]]);
  const at = `/v1/webhooks/${made.body.id}`;
  const refused = [403, 'account_not_permitted'];
  expect(verdict(await call('PATCH', at, { platform_account_ids: null }, keys.narrow))).toEqual(refused);
  expect(verdict(await call('PATCH', at, { platform_account_ids: [other.accountId] }, keys.narrow))).toEqual(refused);
  expect((await call('PATCH', at, { is_enabled: false }, keys.madeByNarrow)).body).toMatchObject({ is_enabled: false });
  const widened = await call('PATCH', at, { platform_account_ids: null }, production);
  expect([widened.status, widened.body.platform_account_ids]).toEqual([200, null]);
  expect(verdict(await call('GET', at, undefined, keys.narrow))).toEqual(refused);
});

test('a key that is narrowed narrows the webhooks that it and its keys made', async () => {
  const maker = await newKey(call, production);
  const child = await newKey(call, maker.headers);
  const { body } = await call('POST', '/v1/webhooks', { url: 'https://child.example.test/' }, child.headers);
  expect(body.platform_account_ids).toBeNull();
  const narrowed = await call('PATCH', `/v1/api-keys/${maker.id}`, { platform_account_ids: [mine] }, production);
  expect([narrowed.status, narrowed.body.platform_account_ids]).toEqual([200, [mine]]);
  expect((await call('GET', `/v1/webhooks/${body.id}`, undefined, production)).body.platform_account_ids).toEqual([mine]);
  const seen = await call('GET', '/v1/platform/accounts', undefined, child.headers);
  expect(seen.body.map(({ id }: { id: string }) => id)).toEqual([mine]);
});

test('with a key go the webhooks and keys that it and its keys made', async () => {
  const maker = await newKey(call, production);
  const child = await newKey(call, maker.headers, { scopes: ['write'] });
  const hook = await call('POST', '/v1/webhooks', { url: 'https://child.example.test/' }, child.headers);
  expect((await call('DELETE', `/v1/api-keys/${maker.id}`, undefined, production)).status).toBe(204);
  expect((await call('DELETE', `/v1/api-keys/${maker.id}`, undefined, production)).status).toBe(204);
  expect(verdict(await call('POST', '/v1/webhooks', {}, child.headers))).toEqual([401, 'invalid_api_key']);
  const { body: listed } = await call('GET', '/v1/api-keys', undefined, production);
  expect(listed.find(({ id }: { id: string }) => id === child.id).revoked_at).toEqual(expect.any(String));
  const { body: webhook } = await call('GET', `/v1/webhooks/${hook.body.id}`, undefined, production);
  expect([webhook.is_enabled, webhook.disabled_reason]).toEqual([false, 'key_revoked']);
});

test('a key changes and revokes only keys whose grants lie inside its own', async () => {
  const writer = await newKey(call, production, { scopes: ['write', 'destructive'] });
  const all = await newKey(call, production);
  const own = await newKey(call, writer.headers, { scopes: ['write'] });
  expect(verdict(await call('PATCH', `/v1/api-keys/${all.id}`, { name: 'taken' }, writer.headers))).toEqual([403, 'insufficient_scope']);
  expect(verdict(await call('DELETE', `/v1/api-keys/${all.id}`, undefined, writer.headers))).toEqual([403, 'insufficient_scope']);
  expect((await call('DELETE', `/v1/api-keys/${own.id}`, undefined, writer.headers)).status).toBe(204);
});

test('keys that were made by four keys in a row make none', async () => {
  let headers = production;
  for (let depth = 0; depth < 6; depth++) headers = (await newKey(call, headers)).headers;
  expect(verdict(await call('POST', '/v1/api-keys', { name: 'one more' }, headers))).toEqual([403, 'session_required']);
});
