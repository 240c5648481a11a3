import { newId } from '@pps/kernel';
import { ApiModule } from '../../apps/api/api.module';
import { declaredRoutes } from '../../apps/api/docs/declared-routes';
import type { Parts } from '../../apps/foundation/open-parts';
import { modernCall } from '../mcp/send-raw';
import { failPin } from '../setup/fail-pin';
import { newPersona } from '../setup/persona';
import type { Answer } from '../setup/caller';
import { newKey, password } from '../setup/account';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { requestFor } from '../setup/route-request';
import { inHours, startPublishingService, type PublishingService } from './publishing-service';

/** What changes something, found from the modules, and is not closed to programs: a route added later is here automatically. */
const routes = declaredRoutes(ApiModule.with({} as Parts))
  .filter(({ method, access, refusesPrograms }) => method !== 'GET' && access.kind === 'scope' && !refusesPrograms)
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

interface Own {
  readonly pin: object;
  readonly pinId: string;
  readonly scheduleId: string;
}

type Asked = readonly [path: string, body: unknown];

/** A call by a program that can ask its user, or a further round of it. */
async function askable(tool: string, args: object, headers: Headers, round: object = {}): Promise<Answer['body']> {
  const { body, headers: modern } = modernCall(tool, args);
  const message = JSON.parse(body);
  Object.assign(message.params, round);
  message.params._meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { form: {} } };
  return (await service.call('POST', '/mcp', message, { ...modern, ...headers })).body;
}

/** What is published by it, or will be: its person agrees, and a request that would do it. `free`: it publishes nothing. */
const rules: Readonly<Record<string, 'free' | ((own: Own) => Asked)>> = {
  'POST /v1/pins': ({ pin }) => ['/v1/pins', pin],
  'POST /v1/pins/batch': ({ pin }) => ['/v1/pins/batch', { pins: [pin] }],
  'PATCH /v1/pins/{id}': ({ pinId }) => [`/v1/pins/${pinId}`, { title: `Green ${newId()}` }],
  'POST /v1/pins/{id}/retry': ({ pinId }) => [`/v1/pins/${pinId}/retry`, {}],
  'POST /v1/pins/bulk-retry': ({ pinId }) => ['/v1/pins/bulk-retry', { ids: [pinId] }],
  'POST /v1/pins/imports/json': ({ pin }) => ['/v1/pins/imports/json', [pin]],
  'POST /v1/pins/imports/csv': ({ pin }) => ['/v1/pins/imports/csv', csvOf(pin)],
  'POST /v1/schedules': ({ pin }) => ['/v1/schedules', { ...pin, run_at: inHours(30) }],
  'PATCH /v1/schedules/{schedule_id}': ({ scheduleId }) => [`/v1/schedules/${scheduleId}`, { run_at: inHours(60) }],
  'POST /v1/schedules/{schedule_id}/retry': ({ scheduleId }) => [`/v1/schedules/${scheduleId}/retry`, {}],
  'POST /v1/schedules/bulk-retry': ({ scheduleId }) => ['/v1/schedules/bulk-retry', { ids: [scheduleId] }],
  'POST /v1/proposals': 'free',
  'POST /v1/projects/switch': 'free',
  'POST /v1/pins/validate': 'free',
  'DELETE /v1/pins/{id}': 'free',
  'POST /v1/pins/bulk-delete': 'free',
  'POST /v1/pins/imports/{job_id}/cancel': 'free',
  'POST /v1/schedules/validate': 'free',
  'POST /v1/schedules/{schedule_id}/cancel': 'free',
  'POST /v1/schedules/bulk-cancel': 'free',
  'DELETE /v1/schedules/{schedule_id}': 'free',
  'POST /v1/schedules/bulk-delete': 'free',
  'POST /v1/platform/boards': 'free',
  'PATCH /v1/platform/boards/{board_id}': 'free',
  'DELETE /v1/platform/boards/{board_id}': 'free',
  'DELETE /v1/platform/accounts/{account_id}': 'free',
  'POST /v1/assets/images': 'free',
  'POST /v1/assets/videos': 'free',
  'DELETE /v1/assets/{id}': 'free',
  'POST /v1/webhooks': 'free',
  'PATCH /v1/webhooks/{webhook_id}': 'free',
  'DELETE /v1/webhooks/{webhook_id}': 'free',
  'POST /v1/webhooks/{webhook_id}/test': 'free',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': 'free',
  'POST /v1/webhooks/{webhook_id}/replay': 'free',
  'POST /v1/webhooks/{webhook_id}/replays/{replay_id}/cancel': 'free',
};

function csvOf(pin: object): FormData {
  const form = new FormData();
  const text = `${Object.keys(pin).join(',')}\n${Object.values(pin).join(',')}\n`;
  form.append('file', new Blob([text], { type: 'text/csv' }), 'pins.csv');
  return form;
}

let service: PublishingService;
let own: Own;

beforeAll(async () => {
  service = await startPublishingService();
  const schedule = await service.asPerson('POST', '/v1/schedules', { ...service.draft(), run_at: inHours(48) });
  const pin = await service.asPerson('POST', '/v1/pins', service.draft());
  own = { pin: service.draft(), pinId: pin.body.id, scheduleId: schedule.body.id };
});

afterAll(() => service.stop());

async function refusalOf(method: string, [path, body]: Asked, headers: Headers) {
  if (!(body instanceof FormData)) return (await service.call(method, path, body, headers)).body?.error ?? null;
  const response = await fetch(service.url + path, { method, body, headers, signal: AbortSignal.timeout(120_000) });
  return ((await response.json()) as { error?: unknown }).error ?? null;
}

it('has a rule for every route by which a program changes something, and for no other', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(rules).sort());
});

it('a program that does not publish by itself makes no board public, and is told what to propose for a schedule', async () => {
  const { account_id: account, board_id: board } = service.draft();
  const change = (body: object) => [`/v1/platform/boards/${board}`, { account_id: account, ...body }] as const;
  for (const mode of ['propose', 'confirm'] as const) {
    const headers = await service.granted(mode, 'v1');
    for (const field of ['privacy', 'visibility'])
      expect((await refusalOf('PATCH', change({ [field]: 'PUBLIC' }), headers))?.code).toBe('proposal_required');
    expect(await refusalOf('PATCH', change({ privacy: 'SECRET', name: `Doors ${newId()}` }), headers)).toBeNull();
    const retry = await refusalOf('POST', [`/v1/schedules/${own.scheduleId}/retry`, {}], headers);
    expect(retry.remediation).toContain('`retry_pin` of its pin');
  }
  expect(await refusalOf('PATCH', change({ privacy: 'PUBLIC' }), await service.granted('direct', 'v1'))).toBeNull();
});

it.each(['propose', 'confirm', ''] as const)(
  'with "%s" nothing is published over the interface, and nothing else is refused for it',
  async (mode) => {
    const headers = await service.granted(mode, 'v1');
    const before = [await service.countOf('pins'), await service.countOf('schedules')];
    for (const route of routes) {
      const rule = rules[route.name] ?? 'free';
      if (rule === 'free') {
        const absent = { accountId: newId(), keyId: newId(), webhookId: newId(), projectId: newId() };
        const { path, body } = requestFor(route, absent);
        expect([route.name, (await refusalOf(route.method, [path, body], headers))?.code]).not.toEqual([route.name, 'proposal_required']);
        continue;
      }
      const refusal = await refusalOf(route.method, rule({ ...own, pin: service.draft() }), headers);
      const remediation = expect.stringContaining('POST /v1/proposals');
      expect([route.name, refusal]).toEqual([route.name, expect.objectContaining({ code: 'proposal_required', remediation })]);
    }
    expect([await service.countOf('pins'), await service.countOf('schedules')]).toEqual(before);
  },
);

it('with "direct" no route is refused for it, and what it makes says that nobody was asked', async () => {
  const headers = await service.granted('direct', 'v1');
  for (const route of routes) {
    const rule = rules[route.name] ?? 'free';
    if (rule === 'free') continue;
    const refusal = await refusalOf(route.method, rule({ ...own, pin: service.draft() }), headers);
    expect([route.name, refusal?.code ?? null]).not.toEqual([route.name, 'proposal_required']);
  }
  const made = await service.call('POST', '/v1/pins', service.draft(), headers);
  expect(await service.storyOf(made.body.id)).toContain('The program did it without asking.');
});

it('is shown among the keys, made stricter there by anybody who may change the key, and looser on the page only', async () => {
  const headers = await service.granted('direct', 'v1');
  const [grant] = (await service.asPerson('GET', '/v1/api-keys')).body;
  expect(grant).toMatchObject({ source: 'oauth', publishing_mode: 'direct' });
  const change = (mode: string, id: string = grant.id) => service.asPerson('PATCH', `/v1/api-keys/${id}`, { publishing_mode: mode });
  expect([(await change('propose')).body.publishing_mode, (await change('direct')).body.error?.code]).toEqual([
    'propose',
    'session_required',
  ]);
  expect((await service.call('POST', '/v1/pins', service.draft(), headers)).body.error?.code).toBe('proposal_required');
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${service.url}/app/${path}`, { method: 'POST', body: new URLSearchParams(fields) }).then((response) => response.text());
  const page = await form('grant', { id: grant.id, email: service.person.email, password });
  expect(page).toMatch(/name="mode" value="propose"\s+required checked/);
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await form('grant/answer', { ticket, answer: 'change', scope_read: 'on', scope_write: 'on', mode: 'direct' });
  expect((await service.call('POST', '/v1/pins', service.draft(), headers)).status).toBe(201);
  await form('grant/answer', { ticket, answer: 'change', scope_read: 'on', scope_write: 'on' });
  expect((await service.call('POST', '/v1/pins', service.draft(), headers)).status).toBe(201);
  const plain = await newKey(service.call, service.person.session);
  expect((await change('propose', plain.id)).body.error?.code).toBe('conflict');
});

it('a program proposes, and agrees to nothing itself; its person approves some and declines others', async () => {
  const headers = await service.granted('propose', 'v1');
  const items = [service.draft(), service.draft(), service.draft()].map((pin) => ({ action: 'publish', pin }));
  const before = await service.countOf('pins');
  const { body: proposal } = await service.call('POST', '/v1/proposals', { items }, headers);
  const answer = (verb: string, credential: Headers, numbers: object) =>
    service.call('POST', `/v1/proposals/${proposal.id}/${verb}`, numbers, credential);
  expect((await answer('approve', headers, {})).body.error?.code).toBe('session_required');
  expect(await service.countOf('pins')).toBe(before);
  const approved = await answer('approve', service.person.session, { items: [{ number: 1 }, { number: 2 }] });
  await answer('decline', service.person.session, { items: [{ number: 3 }] });
  expect(await service.countOf('pins')).toBe(before + 2);
  expect(await service.storyOf(approved.body.items[0].pin_id)).toContain('Its person agreed to the proposal.');
});

it('what a key or a program may not do any more is asked for no more: so say the proposal, the lists and who agrees, until it may', async () => {
  const own = await newKey(service.call, service.person.session);
  const { body: other } = await connectPlatformUser(service.call, own.headers, { username: `bob-${newId()}` });
  const propose = async (headers: Headers) => {
    const items = [service.draft(), service.draft()].map((pin) => ({ action: 'publish', pin }));
    return (await service.call('POST', '/v1/proposals', { items }, headers)).body.id as string;
  };
  const granted = await service.granted('propose', 'v1');
  const [grant] = (await service.asPerson('GET', '/v1/api-keys')).body;
  const listed = async (id: string, status: string) =>
    (await service.asPerson('GET', `/v1/proposals?status=${status}`)).body.some((each: { readonly id: string }) => each.id === id);
  const says = async (id: string) => {
    const { status } = (await service.asPerson('GET', `/v1/proposals/${id}`)).body;
    return [status, await listed(id, 'open'), await listed(id, 'ended')];
  };
  const change = async (keyId: string, changes: object) =>
    expect((await service.asPerson('PATCH', `/v1/api-keys/${keyId}`, changes)).status).toBe(200);
  const approve = async (id: string) => (await service.asPerson('POST', `/v1/proposals/${id}/approve`)).body;
  const [asked, byProgram] = [await propose(own.headers), await propose(granted)];
  for (const [id, keyId, narrowed] of [
    [asked, own.id, { scopes: ['read'] }],
    [asked, own.id, { scopes: ['read', 'write'], platform_account_ids: [other.account_id] }],
    [byProgram, grant.id, { platform_account_ids: [other.account_id] }],
  ] as const) {
    await change(keyId, narrowed);
    expect(await says(id)).toEqual(['ended', false, true]);
    expect((await approve(id)).error.code).toBe('proposal_closed');
  }
  await change(own.id, { platform_account_ids: null });
  expect(await says(asked)).toEqual(['open', true, false]);
  expect((await approve(asked)).status).toBe('decided');
});

it('a person is asked nothing about the account of others, whose boards are looked up for nobody', async () => {
  const headers = await service.granted('confirm', 'mcp');
  const { accountId: account_id, boardId: board_id } = await newPersona(service.call);
  const { id } = (await service.asPerson('POST', '/v1/pins', service.draft())).body;
  for (const [tool, args] of [
    ['create_pin', { ...service.draft(), account_id, board_id }],
    ['retry_pin', { id, account_id, board_id }],
  ] as const) {
    const { result } = await askable(tool, args, headers);
    expect([tool, result.isError, JSON.stringify(result).includes('not_found')]).toEqual([tool, true, true]);
  }
});

it('one yes in a program is for one retry: sent again it is the repeat, and of the next failure the person is asked again', async () => {
  const headers = await service.granted('confirm', 'mcp');
  const { id } = (await service.asPerson('POST', '/v1/pins', service.draft())).body;
  const fail = () => failPin(service, id, service.person.session);
  const call = (round: object = {}) => askable('retry_pin', { id }, headers, round);
  const inputResponses = { agree: { action: 'accept', content: { yes: true } } };
  await fail();
  const { requestState } = (await call()).result;
  const rounds = [await call({ requestState, inputResponses }), await call({ requestState, inputResponses })];
  expect(rounds.map(({ result }) => [result.structuredContent.status, result.structuredContent.repeated])).toEqual([
    ['queued', false],
    ['queued', true],
  ]);
  await fail();
  expect((await call({ requestState, inputResponses })).error?.code).toBe(-32_602);
  const next = (await call()).result;
  const again = await call({ requestState: next.requestState, inputResponses });
  expect([next.resultType, again.result.structuredContent.repeated]).toEqual(['input_required', false]);
});
