import { newId } from '@pps/kernel';
import { scheduleStream } from '@pps/schedules/events';
import { scheduleCreated } from '@pps/schedules/testing';
import { PinPublishing } from 'pin-publishing';
import { newKey, register, type Account } from '../setup/account';
import { bearer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startService, type RunningService } from '../setup/running-service';
import { hearChanges, isChangeOf, reasonOf, type HeardChanges } from './heard-changes';
import { appendFact, connectAccount, queuePinOf } from './append-fact';

let service: RunningService;
let open: HeardChanges[] = [];

beforeAll(async () => {
  service = await startService({ CHANGE_STREAMS_PER_CREDENTIAL: '3', CHANGE_STREAMS_PER_ORGANIZATION: '4', IDLE_TIMEOUT: '12s' });
});
afterEach(() => {
  for (const heard of open) heard.close();
  open = [];
});
afterAll(() => service.stop());

async function hear(headers: Readonly<Record<string, string>>, query = '', url = service.url): Promise<HeardChanges> {
  const heard = await hearChanges(url, headers, query);
  open.push(heard);
  return heard;
}

const pinsIn = ({ events }: HeardChanges): unknown[] => events.filter(({ data }) => data['type'] === 'pin').map(({ data }) => data['id']);

async function workspace(): Promise<Account & { readonly accountId: string }> {
  const account = await register(service.call);
  return { ...account, accountId: await connectAccount(service, account) };
}

it('tells which thing changed, and what it belongs to, without what it says; a read after it shows it', async () => {
  const ada = await workspace();
  const heard = await hear(ada.session);
  expect(heard.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const [scheduleId, importJobId] = [newId(), newId()];
  const pinId = await queuePinOf(service, ada, ada.accountId, { scheduleId, importJobId });
  const told = await heard.hear('the pin', isChangeOf(pinId));
  const { status } = await service.call('GET', `/v1/pins/${pinId}`, undefined, ada.session);
  expect(status).toBe(200);
  expect(told.data).toEqual({
    ...{ position: told.id, type: 'pin', id: pinId, is_new: true },
    ...{ account_id: ada.accountId, schedule_id: scheduleId, import_id: importJobId },
  });
  const key = await newKey(service.call, ada.session);
  expect((await heard.hear('the key', isChangeOf(key.id))).data).toMatchObject({ type: 'api_key', is_new: true });
});

it('is not compressed, and each open one counts: more get 429 until one is closed', async () => {
  const ada = await workspace();
  const [key, other] = [await newKey(service.call, ada.session), await newKey(service.call, ada.session)];
  const first = await hear({ ...key.headers, 'accept-encoding': 'br, gzip' });
  expect(first.headers['content-encoding']).toBeUndefined();
  await hear(key.headers);
  await hear(key.headers);
  const { status, headers, body } = await service.call('GET', '/v1/changes', undefined, key.headers);
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '5']);
  expect(body.error.message).toMatch(/3 streams of changes of this session or key/);
  await hear(other.headers);
  const ofOrganization = await service.call('GET', '/v1/changes', undefined, other.headers);
  expect(ofOrganization.body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('this organization') });
  first.close();
  const again = await eventually('there is room again', async () => {
    const heard = await hear(key.headers);
    return heard.status === 200 ? heard : undefined;
  });
  expect(again.lastId).toBeDefined();
});

it('a key that is limited to an account is told of nothing else, and nobody of another organization', async () => {
  const [ada, eve] = [await workspace(), await workspace()];
  const hidden = await connectAccount(service, ada);
  const narrow = await newKey(service.call, ada.session, { platform_account_ids: [ada.accountId] });
  const [mine, others] = [await hear(narrow.headers), await hear(eve.session)];
  const unseen = [await queuePinOf(service, ada, hidden), await connectAccount(service, ada)];
  const hook = { url: 'https://hooks.example.test/', platform_account_ids: [hidden] };
  unseen.push((await service.call('POST', '/v1/webhooks', hook, ada.session)).body.id, (await newKey(service.call, ada.session)).id);
  const seen = await queuePinOf(service, ada, ada.accountId);
  await mine.hear('its own pin', isChangeOf(seen));
  const own = await queuePinOf(service, eve, eve.accountId);
  await others.hear('a pin of the other organization', isChangeOf(own));
  expect(pinsIn(mine)).toEqual([seen]);
  expect(pinsIn(others)).toEqual([own]);
  expect([hidden, ...unseen].filter((id) => mine.text.includes(id))).toEqual([]);
  expect(mine.text).not.toContain(eve.organizationId);
});

it('ends at once with a key that is revoked or may see less, and tells nothing that happened after it', async () => {
  const ada = await workspace();
  const [revoked, narrowed] = [await newKey(service.call, ada.session), await newKey(service.call, ada.session)];
  const [one, two] = [await hear(revoked.headers), await hear(narrowed.headers)];
  await service.call('DELETE', `/v1/api-keys/${revoked.id}`, undefined, ada.session);
  await service.call('PATCH', `/v1/api-keys/${narrowed.id}`, { platform_account_ids: [ada.accountId] }, ada.session);
  const after = await queuePinOf(service, ada, ada.accountId);
  await Promise.all([one.ended(), two.ended()]);
  expect([reasonOf(one, 'end'), reasonOf(two, 'end')]).toEqual(['credential_ended', 'credential_ended']);
  expect(one.text + two.text).not.toContain(after);
  expect((await hear(revoked.headers)).status).toBe(401);
});

it('ends with its session, and with the sandbox that it was opened in', async () => {
  const ada = await workspace();
  await service.call('POST', '/v1/projects/sandbox', undefined, ada.session);
  const { body } = await service.call('GET', '/v1/projects', undefined, ada.session);
  const { id } = body.projects.find(({ environment }: { environment: string }) => environment === 'sandbox');
  const switched = await service.call('POST', '/v1/projects/switch', { project_id: id }, ada.session);
  const inSandbox = bearer(switched.body.access_token);
  const [session, sandbox] = [await hear(ada.session), await hear(inSandbox)];
  expect((await service.call('POST', '/v1/projects/sandbox/reset', undefined, inSandbox)).status).toBeLessThan(300);
  await sandbox.ended();
  expect(reasonOf(sandbox, 'reset')).toBe('project_reset');
  const onward = await hear({ ...inSandbox, 'last-event-id': sandbox.lastId ?? '' });
  expect(reasonOf(onward, 'reset')).toBeUndefined();
  await service.call('POST', '/v1/auth/logout', undefined, ada.session);
  await session.ended();
  expect(reasonOf(session, 'end')).toBe('credential_ended');
});

it('goes on where another process, or this one before it started, has stopped telling', async () => {
  const ada = await workspace();
  const narrow = await newKey(service.call, ada.session, { platform_account_ids: [ada.accountId] });
  const hidden = await connectAccount(service, ada);
  const first = await hear(ada.session);
  const seen = await queuePinOf(service, ada, ada.accountId);
  await first.hear('the pin', isChangeOf(seen));
  first.close();
  const missed = [await queuePinOf(service, ada, ada.accountId), await queuePinOf(service, ada, hidden)];
  const fresh = await service.another();
  const query = `?last_event_id=${first.lastId}`;
  const heard = (await fresh('GET', `/v1/changes${query}`, undefined, ada.session)).body as string;
  expect(missed.filter((id) => !heard.includes(id))).toEqual([]);
  expect(heard).not.toContain(seen);
  expect(heard).toContain('"reason":"time_is_up"');
  const toNarrow = (await fresh('GET', `/v1/changes${query}`, undefined, narrow.headers)).body as string;
  expect(missed.map((id) => toNarrow.includes(id))).toEqual([true, false]);
  const here = await hear({ ...ada.session, 'last-event-id': first.lastId ?? '' });
  await here.hear('what it missed', isChangeOf(missed[1] ?? ''));
  expect(here.events.map(({ event }) => event)).not.toContain('reset');
});

it('a position that is none of ours, or that the log has not reached, is a reset, and the stream goes on from now', async () => {
  const ada = await workspace();
  const ours = (text: string) => Buffer.from(text).toString('base64url');
  for (const position of ['garbage', '%F0%9F', '-1', 'A'.repeat(200), ours('c1.9223372036854775807'), ours('c1.-1'), ours('c1.1e3')]) {
    const heard = await hearChanges(service.url, { ...ada.session, 'last-event-id': position });
    await heard.hear('a reset', ({ event, data }) => event === 'reset' && data['reason'] === 'unknown_position');
    const pinId = await queuePinOf(service, ada, ada.accountId);
    await heard.hear('the pin', isChangeOf(pinId));
    expect(heard.events[0]?.event).toBe('reset');
    heard.close();
  }
  // The beginning of the log is a place to go on from, and shows only what is this organization's.
  const heard = await hear({ ...ada.session, 'last-event-id': ours('c1.1') });
  await heard.hear('the account', isChangeOf(ada.accountId));
});

it('wrong questions are refused with their faults', async () => {
  const ada = await workspace();
  const ask = async (query: string) => {
    const { status, body } = await service.call('GET', `/v1/changes${query}`, undefined, ada.session);
    return [status, body?.error?.errors?.[0]?.loc];
  };
  expect(await ask('?max_seconds=-1')).toEqual([422, ['query', 'max_seconds']]);
  expect(await ask(`?last_event_id=${'a'.repeat(201)}`)).toEqual([422, ['query', 'last_event_id']]);
  expect(await ask('?as_of=2026-01-01T00:00:00Z')).toEqual([422, ['query', 'as_of']]);
  const writing = await newKey(service.call, ada.session, { scopes: ['write'] });
  expect((await service.call('GET', '/v1/changes', undefined, writing.headers)).body.error.code).toBe('insufficient_scope');
  const head = await fetch(`${service.url}/v1/changes`, { method: 'HEAD', headers: ada.session });
  expect(head.status).toBe(200);
});

it('is kept open by comments, and is one line of the requests once its client has closed it', async () => {
  const ada = await workspace();
  const heard = await hear(ada.session);
  await eventually('a heartbeat', async () => (heard.text.includes(': still here') ? true : undefined));
  heard.close();
  const line = await eventually('its line', async () => {
    const { body } = await service.call('GET', '/v1/requests?route=/v1/changes', undefined, ada.session);
    return body.items[0];
  });
  expect(line).toMatchObject({ method: 'GET', route: '/v1/changes', status: 200, code: null });
  expect(service.log.filter((text) => text.includes('"/v1/changes"') && text.includes('"told"'))).not.toEqual([]);
});

// A campaign's worth with CHANGES_CUTS=200.
const cuts = Number(process.env['CHANGES_CUTS'] ?? 40);
it(`cut ${cuts} times, a client has heard of everything that the service shows`, async () => {
  const ada = await workspace();
  const made: string[] = [];
  const known = new Set<unknown>();
  const first = await hearChanges(service.url, ada.session);
  first.close();
  let { lastId = '' } = first;
  let isOver = false;
  const writing = (async () => {
    while (!isOver) made.push(await queuePinOf(service, ada, ada.accountId));
  })();
  for (let cut = 0; cut < cuts; cut++) {
    const heard = await hearChanges(service.url, { ...ada.session, 'last-event-id': lastId });
    expect([heard.status, reasonOf(heard, 'reset')]).toEqual([200, undefined]);
    const wanted = made.length + 1;
    while (made.length < wanted) await new Promise(setImmediate);
    heard.close();
    for (const id of pinsIn(heard)) known.add(id);
    ({ lastId = '' } = heard);
  }
  isOver = true;
  await writing;
  const last = await hear({ ...ada.session, 'last-event-id': lastId });
  await last.hear('the last pin', isChangeOf(made.at(-1) ?? ''));
  for (const id of pinsIn(last)) known.add(id);
  expect(made.filter((id) => !known.has(id))).toEqual([]);
});

it('who waits by the SDK is told when it is over, long before it would ask again', async () => {
  const ada = await workspace();
  const { text: apiKey } = await newKey(service.call, ada.session);
  const client = new PinPublishing({ baseUrl: service.url, apiKey });
  const scheduleId = newId();
  const { projectId, organizationId, accountId } = ada;
  const runAt = new Date(Date.now() + 86_400_000).toISOString();
  await appendFact(service, ada, scheduleStream, scheduleId, scheduleCreated({ scheduleId, projectId, organizationId, accountId, runAt }));
  const schedule = await client.schedules.get(scheduleId);
  const begun = performance.now();
  // Of what is due tomorrow it asks every half a minute.
  const waiting = client.waitUntilSettled(schedule);
  await client.schedules.cancel(scheduleId);
  expect([(await waiting).status, performance.now() - begun < 29_000]).toEqual(['canceled', true]);
});

it('ends with a last word when its process does', async () => {
  const own = await startService();
  const ada = await register(own.call);
  const heard = await hear(ada.session, '', own.url);
  await own.stop();
  expect([reasonOf(heard, 'end'), heard.hasEnded]).toEqual(['shutting_down', true]);
});
