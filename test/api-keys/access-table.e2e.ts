import { connectionStream, type AccountConnected } from '@pps/connections/events';
import { newId } from '@pps/kernel';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream } from '@pps/workspaces/events';
import { ApiModule } from '../../apps/api/api.module';
import { declaredRoutes, type DeclaredRoute } from '../../apps/api/docs/declared-routes';
import type { Parts } from '../../apps/foundation/open-parts';
import { newKey, register, type Account } from '../setup/account';
import { bearer, type Answer, type Call } from '../setup/caller';
import { requestFor, type Owned } from '../setup/route-request';
import { startService, type RunningService } from '../setup/running-service';

// Every route that there is, found from the modules: a route added later is in the table automatically.
const routes = declaredRoutes(ApiModule.with({} as Parts)).filter(
  ({ access, path }) => access.kind !== 'public' && path.startsWith('/v1/'),
);
const publicRoutes = declaredRoutes(ApiModule.with({} as Parts)).filter(({ access }) => access.kind === 'public');

/** Bodies without the provider's signature are not read. */
const signsItsBody = ['/v1/billing/provider-webhook'];
/** Their bodies are forms with a file. */
const takesForms = ['/v1/assets/images', '/v1/assets/videos', '/v1/pins/imports/csv'];

/** Whoever calls it has no session afterwards. */
const endsSession = '/v1/auth/logout';

type Headers = Readonly<Record<string, string>>;

let service: RunningService;
let call: Call;
let account: Account;
let owned: Owned;
let credentials: Record<string, Headers>;

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any' });
  call = service.call;
  account = await register(call);
  const [mine, other] = [await connectAccount(account, account.projectId), await connectAccount(account, account.projectId)];
  const webhook = await call('POST', '/v1/webhooks', { url: 'https://hooks.example.test/' }, account.session);
  expect(webhook.status).toBe(201);
  const spare = await newKey(call, account.session);
  owned = { accountId: other, keyId: spare.id, webhookId: webhook.body.id, projectId: account.projectId };
  const keyWith = async (request: object) => (await newKey(call, account.session, request)).headers;
  const revoked = await newKey(call, account.session);
  await call('DELETE', `/v1/api-keys/${revoked.id}`, undefined, account.session);
  const write = await keyWith({ scopes: ['write'] });
  const switched = await call('POST', '/v1/projects/switch', { project_id: account.projectId }, write);
  credentials = {
    wrong: { 'x-api-key': `pps_live_${'0'.repeat(38)}` },
    wrongToken: bearer('not.a.token'),
    read: await keyWith({ scopes: ['read'] }),
    write,
    tokenOfWriteKey: bearer(switched.body.access_token),
    destructive: await keyWith({ scopes: ['destructive'] }),
    narrow: await keyWith({ platform_account_ids: [mine] }),
    revoked: revoked.headers,
    otherWorkspace: (await register(call)).session,
    otherProject: await inSandbox(account),
    jwt: account.session,
  };
});

afterAll(() => service.stop());

async function connectAccount({ organizationId }: Account, projectId: string): Promise<string> {
  const accountId = newId();
  const at = new Date().toISOString();
  const grant = { profileRef: newId(), tokenRef: newId(), scopes: ['pins:write'], tokenExpiresAt: at };
  const data = { accountId, projectId, organizationId, epoch: 0, platformUserId: accountId, ...grant, connectedAt: at };
  const fact: AccountConnected = { type: 'AccountConnected', data };
  await service.parts.streams.decide(connectionStream, accountId, { actor: { type: 'system' }, occurredAt: at }, () => [fact]);
  return accountId;
}

async function inSandbox({ organizationId, session }: Account): Promise<Headers> {
  const projectId = sandboxProjectId(organizationId);
  const at = new Date().toISOString();
  const data = { projectId, organizationId, environment: 'sandbox', name: 'Sandbox', timezone: 'UTC', createdAt: at } as const;
  await service.parts.streams.decide(projectStream, projectId, { organizationId, actor: { type: 'system' }, occurredAt: at }, () => [
    { type: 'ProjectCreated', data } as const,
  ]);
  return bearer((await call('POST', '/v1/projects/switch', { project_id: projectId }, session)).body.access_token);
}

const send = (route: DeclaredRoute, headers: Headers = {}): Promise<Answer> => {
  const { path, body } = requestFor(route, owned);
  return call(route.method, path, body, headers);
};

/** As another caller would send it: with an empty body, so that nothing happens even where it is let in. */
const knock = (route: DeclaredRoute, credential: string): Promise<Answer> => {
  const { path, hasBody } = requestFor(route, { ...owned, keyId: newId(), webhookId: newId() });
  return call(route.method, path, hasBody ? { knock: true } : undefined, credentials[credential]);
};

/** What a stranger learns from a body that no route takes: nothing. */
async function strangersStatuses(route: DeclaredRoute): Promise<number[]> {
  const { path } = requestFor(route, owned);
  const bodies = [
    ['application/json', '{broken'],
    ['application/json', ' '.repeat(1_100_000)],
    ['text/plain', 'text'],
  ] as const;
  const answers = bodies.map(([type, body]) =>
    fetch(`${service.url}${path}`, { method: route.method, body, headers: { 'content-type': type }, signal: AbortSignal.timeout(150_000) }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

const verdict = ({ status, body }: Answer) => [status, body?.error?.code];
const scopeOf = ({ access }: DeclaredRoute) => (access.kind === 'scope' ? access.scope : null);
const codesOfCredentials = ['missing_credentials', 'invalid_api_key', 'invalid_access_token', 'insufficient_scope', 'session_required'];
/** That the credential was no obstacle, whatever else was. */
const expectOpen = ({ status, body }: Answer) => {
  expect([status, codesOfCredentials.includes(body?.error?.code)]).toEqual([status, false]);
  expect(status).not.toBe(500);
};

/** Of which the caller has named the ids himself. */
const showsOwnCalls = ({ path }: DeclaredRoute) => path === '/v1/requests';

describe.each(routes)('$method $path', (route) => {
  test('no credential, a wrong one, a revoked key', async () => {
    expect(verdict(await send(route))).toEqual([401, 'missing_credentials']);
    if (requestFor(route, owned).hasBody) expect(await strangersStatuses(route)).toEqual([401, 401, 401]);
    expect(verdict(await send(route, credentials['wrong']))).toEqual([401, 'invalid_api_key']);
    expect(verdict(await send(route, credentials['wrongToken']))).toEqual([401, 'invalid_access_token']);
    expect(verdict(await send(route, credentials['revoked']))).toEqual([401, 'invalid_api_key']);
  });

  test.each([
    ['read', 'read'],
    ['write', 'write'],
    ['destructive', 'destructive'],
    ['tokenOfWriteKey', 'write'],
  ])('a key: %s, with %s', async (credential, scope) => {
    const answer = await knock(route, credential);
    if (route.access.kind === 'session') expect(verdict(answer)).toEqual([403, 'session_required']);
    else if (scopeOf(route) === scope) expectOpen(answer);
    else expect([...verdict(answer), answer.body.error.required_scope]).toEqual([403, 'insufficient_scope', scopeOf(route)]);
  });

  test('a session', async () => {
    const { path } = requestFor(route, owned);
    expectOpen(route.path === endsSession ? await call('POST', path, {}, (await register(call)).session) : await knock(route, 'jwt'));
  });

  test('a key for another account', async () => {
    const answer = await send(route, credentials['narrow']);
    const { namesAccount } = requestFor(route, owned);
    if (route.access.kind === 'session') expect(verdict(answer)).toEqual([403, 'session_required']);
    else if (namesAccount) expect(verdict(answer)).toEqual([403, 'account_not_permitted']);
    else if (!showsOwnCalls(route)) expect(JSON.stringify(answer.body ?? null)).not.toContain(owned.accountId);
  });

  test('takes no U+0000 and no lone surrogate, wherever it stands', async () => {
    expect(await answersToUglyText(route, credentials['jwt'])).toEqual([]);
  });

  const strangers = route.path === endsSession ? [] : ['otherWorkspace', 'otherProject'];
  for (const stranger of strangers)
    test(`a session of ${stranger}`, async () => {
      const answer = await send(route, credentials[stranger]);
      const { namesOwned, echoes } = requestFor(route, owned);
      const sameOrganization = stranger === 'otherProject' && route.path === '/v1/projects/switch';
      if (namesOwned && !sameOrganization) expect(verdict(answer)).toEqual([404, 'not_found']);
      if (showsOwnCalls(route)) return;
      const answered = JSON.stringify(answer.body ?? null);
      for (const id of echoes) expect([id, answered.includes(id)]).toEqual([id, false]);
    });
});

describe.each(publicRoutes)('$method $path', (route) => {
  test('asks for no credential, and reads none', async () => {
    for (const headers of [{}, credentials['revoked'], credentials['wrong']]) {
      const hasBody = route.method === 'POST';
      const answer = await callText(route.method, route.path, hasBody, headers);
      expect([answer, [401, 403, 500].includes(answer)]).toEqual([answer, false]);
    }
  });
});

/** What a route makes of texts that cannot be stored, where that is anything but 422 with the place. */
async function answersToUglyText(route: DeclaredRoute, headers?: Headers): Promise<unknown[]> {
  const { path, hasBody } = requestFor(route, owned);
  const separator = path.includes('?') ? '&' : '?';
  const takesJson = hasBody && !takesForms.includes(route.path);
  const asked: [path: string, body: unknown, place: string][] = [
    [`${path}${separator}ugly=a%00b`, takesJson ? {} : undefined, 'query'],
    ...[...route.path.matchAll(/\{\w+\}/g)].map(([name]): [string, unknown, string] => [
      route.path.replace(name, 'a%00b').replace(/\{\w+\}/g, newId()),
      takesJson ? {} : undefined,
      'path',
    ]),
    ...(takesJson ? [{ ugly: 'a\0b' }, { ugly: [{ deep: '😀'.slice(0, 1) }] }, { '\0': 1 }] : []).map((body): [string, unknown, string] => [
      path,
      body,
      'body',
    ]),
  ];
  const others: unknown[] = [];
  for (const [where, body, place] of asked) {
    const answer = await call(route.method, where, body, headers);
    const errors: readonly { readonly loc: readonly string[]; readonly type: string }[] = answer.body?.error?.errors ?? [];
    const told = errors.some(({ loc, type }) => loc[0] === place && type === 'string_unicode');
    if (answer.status !== 422 || !told) others.push([where, body, answer.status, answer.body?.error]);
  }
  return others;
}

describe.each(publicRoutes.filter(({ path }) => path.startsWith('/v1/') && !signsItsBody.includes(path)))('$method $path', (route) => {
  test('takes no U+0000 and no lone surrogate, wherever it stands', async () => {
    expect(await answersToUglyText(route)).toEqual([]);
  });
});

// Some public routes answer with text.
async function callText(method: string, path: string, hasBody: boolean, headers: Headers = {}): Promise<number> {
  try {
    return (await call(method, path, hasBody ? { knock: true } : undefined, headers)).status;
  } catch (error) {
    if (error instanceof SyntaxError) return 200;
    throw error;
  }
}
