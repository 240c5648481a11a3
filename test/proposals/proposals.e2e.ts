import { newId } from '@pps/kernel';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { proposalStream } from '@pps/proposals/events';
import { eventually } from '../setup/eventually';
import { failPin } from '../setup/fail-pin';
import { newKey, password, register } from '../setup/account';
import { newPersona, type Persona } from '../setup/persona';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let persona: Persona;
let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  service = await startPlatformService({}, clock);
  persona = await newPersona(service.call);
}, 600_000);
afterAll(() => service.stop());

const titled = (title: string, more: object = {}) => ({
  action: 'publish',
  pin: { account_id: persona.accountId, board_id: persona.boardId, title, image_url: 'https://images.example.com/door.jpg', ...more },
});
const inAnHour = () => new Date(Date.now() + aheadMs + 3_600_000).toISOString();
const scheduled = (title: string) => ({ ...titled(title, { run_at: inAnHour() }), action: 'schedule' });
const propose = async (items: readonly object[], credential = persona.key) =>
  (await service.call('POST', '/v1/proposals', { items }, credential)).body;
const read = async (id: string, credential = persona.session) =>
  (await service.call('GET', `/v1/proposals/${id}`, undefined, credential)).body;
const approve = (id: string, body: object = {}, credential = persona.session) =>
  service.call('POST', `/v1/proposals/${id}/approve`, body, credential);
const decline = (id: string, body: object = {}, credential = persona.session) =>
  service.call('POST', `/v1/proposals/${id}/decline`, body, credential);
const pins = async () => (await service.call('GET', '/v1/pins?limit=200', undefined, persona.session)).body;
const statuses = ({ items }: { readonly items: readonly { readonly status: string }[] }) => items.map(({ status }) => status);
const code = ({ status, body }: { readonly status: number; readonly body: { readonly error?: { readonly code?: string } } }) => [
  status,
  body.error?.code,
];

test('nothing is published before a person agrees, and then once', async () => {
  const before = (await pins()).length;
  const items = [titled('Blue door'), scheduled('Oak door'), titled('Red door'), titled('No board', { board_id: '404404' })];
  const made = await service.call('POST', '/v1/proposals', { items }, persona.key);
  expect([made.status, made.body.status, statuses(made.body)]).toEqual([201, 'open', Array(4).fill('waiting')]);
  const { id } = made.body;
  const again = await service.call('POST', '/v1/proposals', { items }, persona.key);
  expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([id, 'true']);
  const shown = await read(id);
  expect(shown.items[1].checks).toContainEqual(expect.objectContaining({ name: 'forecast', status: 'passed' }));
  expect(shown.items[3].checks).toContainEqual(expect.objectContaining({ name: 'board_access', status: 'failed' }));
  for (const credential of [persona.key]) {
    expect(code(await approve(id, {}, credential))).toEqual([403, 'session_required']);
    expect(code(await decline(id, {}, credential))).toEqual([403, 'session_required']);
  }
  expect((await pins()).length).toBe(before);

  const some = { items: [{ number: 1, changes: { title: 'Green door', link_url: 'https://example.org/' } }, { number: 2 }, { number: 4 }] };
  const both = await Promise.all([approve(id, some), approve(id, some)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const decided = await read(id);
  expect(statuses(decided)).toEqual(['approved', 'approved', 'waiting', 'failed']);
  expect(decided.items[3]).toMatchObject({ error_code: expect.stringMatching(/^board_/), remediation: expect.any(String) });
  expect(decided.items[1].schedule_id).toEqual(expect.any(String));
  const published = await pins();
  expect(published.length).toBe(before + 1);
  expect(published[0]).toMatchObject({ id: decided.items[0].pin_id, title: 'Green door', link_url: 'https://example.org/' });
  const { items: timeline } = (await service.call('GET', `/v1/pins/${published[0].id}/timeline`, undefined, persona.session)).body;
  expect(JSON.stringify(timeline)).toContain('Its person agreed to the proposal.');

  for (const { fingerprint } of [{}, shown.items[0]] as { fingerprint?: string }[]) {
    const edits = (title: string) => approve(id, { items: [{ number: 1, fingerprint, changes: { title } }] });
    expect([code(await edits('Green door')), code(await edits('Late door'))]).toEqual([
      [200, undefined],
      [409, 'conflict'],
    ]);
  }
  expect(code(await decline(id, { items: [{ number: 1 }] }))).toEqual([409, 'conflict']);
  const declined = await decline(id);
  expect([declined.body.status, statuses(declined.body)]).toEqual(['decided', ['approved', 'approved', 'declined', 'declined']]);
  expect(code(await approve(id, { items: [{ number: 3 }] }))).toEqual([409, 'conflict']);
  expect((await pins()).length).toBe(before + 1);

  const { user } = (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body;
  expect(declined.body.items.map((item: { decided_by_user_id: string }) => item.decided_by_user_id)).toEqual(Array(4).fill(user.id));
  const ofProposal = async (path: string) => (await service.call('GET', path, undefined, persona.session)).body.items;
  const activity: { action: string; actor_user_id: string }[] = await ofProposal(`/v1/activity-logs?resource_id=${id}`);
  // Who agreed at the same time may have agreed to what had failed once more.
  expect(new Set(activity.map(({ action, actor_user_id }) => `${action} ${actor_user_id}`))).toEqual(
    new Set(['declined', 'approved', 'created'].map((what) => `proposal.${what} ${user.id}`)),
  );
  const audited = (await ofProposal('/v1/audit/events?limit=200')).filter((event: { stream: string }) => event.stream === `proposal-${id}`);
  expect(audited.at(-1)).toMatchObject({
    type: 'ProposalItemsDeclined',
    data: { numbers: [3, 4], declinedBy: { userId: user.id, by: 'session' } },
  });
});

test('a person sees the whole that a change leads to, and agrees to nothing that is another by now', async () => {
  const made = await propose([titled('Oldest')]);
  const [{ pin_id: pinId }] = (await approve(made.id)).body.items;
  const change = await propose([{ action: 'change_pin', id: pinId, changes: { title: 'Newer' } }, titled('Beside it')]);
  const [seen, beside] = (await read(change.id)).items;
  expect(seen).toMatchObject({ before: { title: 'Oldest' }, after: { title: 'Newer', image_url: 'https://images.example.com/door.jpg' } });
  expect(beside).toMatchObject({ before: null, after: { title: 'Beside it', board_id: persona.boardId }, fingerprint: expect.any(String) });
  // Who may not agree is not shown what there is.
  const [others] = (await read(change.id, persona.key)).items;
  expect([others.before, others.after, others.fingerprint]).toEqual([null, null, null]);
  await service.call('PATCH', `/v1/pins/${pinId}`, { description: 'Put there meanwhile' }, persona.session);
  const choice = (fingerprint: unknown) => ({ items: [{ number: 1, fingerprint }, { number: 2 }] });
  expect(code(await approve(change.id, choice(seen.fingerprint)))).toEqual([409, 'conflict']);
  expect(code(await approve(change.id, choice(beside.fingerprint)))).toEqual([409, 'conflict']);
  for (const wrong of ['', 'x'.repeat(101), 7, {}])
    expect(code(await approve(change.id, choice(wrong)))).toEqual([422, 'validation_error']);
  const [now] = (await read(change.id)).items;
  expect([now.status, now.after.description]).toEqual(['waiting', 'Put there meanwhile']);
  expect(statuses((await approve(change.id, choice(now.fingerprint))).body)).toEqual(['approved', 'approved']);
});

test.each([
  ['no items', { items: [] }],
  ['too many', { items: Array(101).fill({ action: 'publish' }) }],
  ['an unknown action', { items: [{ action: 'delete_pin', id: newId() }] }],
  ['an item that is none', { items: [null, 'x', 7, []] }],
  ['a pin without its board', { items: [{ action: 'publish', pin: { title: 'x' } }] }],
  ['a time that is over', () => ({ items: [{ ...titled('x', { run_at: '2020-01-01T00:00:00Z' }), action: 'schedule' }] })],
  ['a field of another action', () => ({ items: [{ ...titled('x'), id: newId() }] })],
  ['half an emoji', () => ({ items: [titled('\ud83d')] })],
  ['a body that is none', []],
])('%s is refused with what is wrong', async (_, body) => {
  const { status, body: answer } = await service.call('POST', '/v1/proposals', typeof body === 'function' ? body() : body, persona.key);
  expect([status, answer.error.code, answer.error.errors.length > 0]).toEqual([422, 'validation_error', true]);
});

test('what its key or a tenant must not see is absent, and a key that ended asks for nothing more', async () => {
  const key = await newKey(service.call, persona.session);
  const made = await propose([titled('Asked')], key.headers);
  const stranger = await register(service.call);
  for (const call of [approve, decline]) expect(code(await call(made.id, {}, stranger.session))).toEqual([404, 'not_found']);
  expect(code(await service.call('GET', `/v1/proposals/${made.id}`, undefined, stranger.session))).toEqual([404, 'not_found']);
  await service.call('DELETE', `/v1/api-keys/${key.id}`, undefined, persona.session);
  expect(code(await approve(made.id))).toEqual([409, 'proposal_closed']);
  expect((await read(made.id)).status).toBe('ended');
  const listed = await service.call('GET', '/v1/proposals?status=ended', undefined, persona.session);
  expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  expect(
    (await service.call('GET', '/v1/proposals?status=open', undefined, persona.session)).body.map(({ id }: { id: string }) => id),
  ).not.toContain(made.id);
});

test('a key has 1,000 items waiting at most, and a proposal 400 kB', async () => {
  const { key, session, accountId: account_id, boardId: board_id } = await newPersona(service.call);
  const post = (body: object) => service.call('POST', '/v1/proposals', body, key);
  const hundred = (name: string, more: object = {}) => ({
    items: Array.from({ length: 100 }, (_, n) => titled(`${name} ${n}`, { account_id, board_id, ...more })),
  });
  expect(code(await post(hundred('large', { description: '\u{1f6aa}'.repeat(800), alt_text: '\u{1f6aa}'.repeat(500) })))).toEqual([
    413,
    'payload_too_large',
  ]);
  const large = await post(hundred('fits', { description: '\u{1f6aa}'.repeat(700), alt_text: 'x'.repeat(500) }));
  expect(large.status).toBe(201);
  for (let n = 1; n < 10; n++) expect((await post(hundred(`full ${n}`))).status).toBe(201);
  expect(code(await post({ items: [titled('one more', { account_id, board_id })] }))).toEqual([409, 'proposals_full']);
  expect((await post(hundred('full 1'))).status).toBe(201);
  expect(code(await post({ ...hundred('full 1'), idempotency_key: 'other' }))).toEqual([409, 'proposals_full']);
  expect((await decline(large.body.id, {}, session)).body.status).toBe('decided');
  // The month of a free plan has room for some of them.
  const { items } = (await approve((await post(hundred('agreed'))).body.id, {}, session)).body;
  const failed = items.filter(({ status }: { status: string }) => status === 'failed');
  expect(new Set(failed.map(({ error_code }: { error_code: string }) => error_code))).toEqual(new Set(['quota_exceeded']));
  const made = await service.call('GET', '/v1/pins?limit=1', undefined, session);
  expect(made.headers.get('x-total-count')).toBe(String(100 - failed.length));
  // A retry takes no unit, but of a schedule's pin.
  const { id } = made.body[0];
  await failPin(service, id, session, clock());
  await decline((await post(hundred('agreed'))).body.id, {}, session);
  const retried = await post({ items: [{ action: 'retry_pin', id }, titled('behind', { account_id, board_id })] });
  const failing = ({ checks }: { checks: { name: string; status: string }[] }) => checks.find(({ status }) => status === 'failed')?.name;
  expect((await read(retried.body.id, session)).items.map(failing)).toEqual([undefined, 'quota']);
});

test('an agreement that was stopped is carried out by the service', async () => {
  const made = await propose([titled('Stopped'), titled('Waits')]);
  const agreedAt = new Date(Date.now() + aheadMs - 40_000).toISOString();
  const { user, organization } = (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body;
  const { id } = user;
  const origin = { organizationId: organization.id, actor: { type: 'user' as const, id }, occurredAt: agreedAt };
  const agreed = { items: [{ number: 1 }], agreedBy: { userId: id, by: 'page' as const }, agreedAt };
  await service.parts.streams.decide(proposalStream, made.id, origin, () => [{ type: 'ProposalItemsAgreed' as const, data: agreed }]);
  const { configuration: config, logger } = service.parts;
  const orchestrator = await startOrchestrator({ config, logger }, clock, service.openLog);
  await eventually('the pin', async () => (statuses(await read(made.id))[0] === 'approving' ? undefined : true));
  await orchestrator.stop();
  expect((await read(made.id)).items).toMatchObject([{ status: 'approved', error_message: null }, { status: 'waiting' }]);
  expect((await pins())[0]).toMatchObject({ id: (await read(made.id)).items[0].pin_id, title: 'Stopped' });
});

test('after seven days nothing is agreed to', async () => {
  const made = await propose([titled('Late')], persona.session);
  aheadMs += 7 * 86_400_000 + 1_000;
  const fresh = (await service.call('POST', '/v1/auth/login', { email: (await ownerOf(persona)).email, password })).body;
  const session = { authorization: `Bearer ${fresh.access_token}` };
  expect(code(await approve(made.id, {}, session))).toEqual([409, 'proposal_closed']);
  expect((await read(made.id, session)).status).toBe('expired');
});

const ownerOf = async ({ session }: Persona): Promise<{ readonly email: string }> => {
  owner ??= (await service.call('GET', '/v1/auth/me', undefined, session)).body.user;
  if (!owner) throw new Error('nobody is signed in');
  return owner;
};
let owner: { readonly email: string } | undefined;
