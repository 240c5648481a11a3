import { newId } from '@pps/kernel';
import { scheduleStream, type ScheduleFired } from '@pps/schedules/events';
import { streamName } from '@pps/event-store';
import { billingStream, type SubscriptionFact } from '@pps/billing/events';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { newPersona, type Persona } from '../setup/persona';

let service: BackgroundService;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'playground' });
});

afterAll(() => service.stop());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Who has the key of a request. */
type Caller = Pick<Persona, 'key'>;

const draft = ({ accountId, boardId }: Persona, fields: object = {}) => ({
  account_id: accountId,
  board_id: boardId,
  title: `A door ${newId()}`,
  image_url: 'https://images.example.com/door.jpg',
  run_at: inMs(3_600_000),
  ...fields,
});

async function ask(persona: Caller, method: string, path: string, body?: unknown): Promise<Answer> {
  return service.call(method, path, body, persona.key);
}

async function create(persona: Persona, fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await ask(persona, 'POST', '/v1/schedules', draft(persona, fields));
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Has one that waits fire in a moment; on a slow machine the moment is over when the request arrives, and another one is chosen. */
async function hasten(persona: Caller, id: string): Promise<string> {
  for (let leadMs = 500; ; leadMs *= 2) {
    const { status, body } = await ask(persona, 'PATCH', `/v1/schedules/${id}`, { run_at: inMs(leadMs) });
    if (status === 200) return body.run_at;
    if (status !== 422) throw new Error(`an edit was answered ${status}: ${JSON.stringify(body)}`);
  }
}

const createSoon = async (persona: Persona, fields: object = {}): Promise<Answer['body']> => {
  const created = await create(persona, fields);
  await hasten(persona, created.id);
  return created;
};

const become = (persona: Persona, id: string, status: string): Promise<Answer['body']> =>
  eventually(`schedule ${id} ${status}`, async () => {
    const { body } = await ask(persona, 'GET', `/v1/schedules/${id}`);
    return body.status === status ? body : undefined;
  });

const used = async (persona: Persona) => Number((await ask(persona, 'GET', '/v1/billing/status')).body.quota_used);

const fired = async (id: string) =>
  (await service.parts.store.read(streamName(scheduleStream, id))).filter(
    ({ type }) => type === 'ScheduleFired',
  ) as unknown as ScheduleFired[];

const refusal = ({ status, body }: Answer) => [status, body.error.code];

it('fires at its time, once, and is done as its pin is', async () => {
  const persona = await newPersona(service.call);
  const { id } = await create(persona);
  expect(await used(persona)).toBe(0);
  const run_at = await hasten(persona, id);
  const done = await become(persona, id, 'done');
  expect(done).toMatchObject({ last_error: null, run_at, pin_id: expect.any(String) });
  expect(done.fired_at >= run_at).toBe(true);
  const pin = (await ask(persona, 'GET', `/v1/pins/${done.pin_id}`)).body;
  expect(pin).toMatchObject({ status: 'published', schedule_id: id, title: done.payload.title });
  const facts = await fired(id);
  expect(facts).toHaveLength(1);
  expect(facts[0]?.data.latenessMs).toBe(Date.parse(done.fired_at) - Date.parse(run_at));
  expect(await used(persona)).toBe(1);
  expect((await ask(persona, 'GET', '/v1/billing/quota-ledger')).body.items).toMatchObject([{ source: 'schedule', schedule_id: id }]);
  for (const [method, path] of [
    ['POST', 'cancel'],
    ['POST', 'retry'],
  ]) {
    expect(refusal(await ask(persona, method ?? '', `/v1/schedules/${id}/${path}`))).toEqual([400, 'bad_request']);
  }
  expect(refusal(await ask(persona, 'PATCH', `/v1/schedules/${id}`, { title: 'Late' }))).toEqual([409, 'schedule_not_editable']);
  expect((await ask(persona, 'DELETE', `/v1/schedules/${id}`)).status).toBe(204);
  expect((await ask(persona, 'GET', `/v1/schedules/${id}`)).status).toBe(404);
  expect((await ask(persona, 'GET', `/v1/pins/${done.pin_id}`)).status).toBe(200);
});

it('fires what is due in one moment of several workspaces, each once', async () => {
  const personas = [await newPersona(service.call), await newPersona(service.call)];
  const made = await Promise.all(
    personas.flatMap((persona) => Array.from({ length: 4 }, async () => ({ persona, ...(await create(persona)) }))),
  );
  const run_at = inMs(3_000);
  const moved = await Promise.all(made.map(({ persona, id }) => ask(persona, 'PATCH', `/v1/schedules/${id}`, { run_at })));
  // A slow machine may have been late for some: those fire a moment later.
  await Promise.all(made.map(({ persona, id }, index) => (moved[index]?.status === 200 ? undefined : hasten(persona, id))));
  for (const { persona, id } of made) await become(persona, id, 'done');
  const facts = (await Promise.all(made.map(({ id }) => fired(id)))).flat();
  expect(facts).toHaveLength(8);
  expect(facts.filter(({ data }) => data.firedAt < run_at)).toEqual([]);
  for (const persona of personas) expect(await used(persona)).toBe(4);
});

it('is changed, taken back and removed before its time', async () => {
  const persona = await newPersona(service.call);
  const { id } = await create(persona, { description: 'Old' });
  expect(refusal(await ask(persona, 'DELETE', `/v1/schedules/${id}`))).toEqual([400, 'bad_request']);
  const changed = await ask(persona, 'PATCH', `/v1/schedules/${id}`, {
    title: 'Other',
    description: null,
    run_at: '2099-01-01T02:00:00+02:00',
  });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { run_at: '2099-01-01T00:00:00.000Z', payload: { title: 'Other', description: null } },
  ]);
  expect((await ask(persona, 'GET', `/v1/schedules/${id}`)).body).toEqual(changed.body);
  expect((await ask(persona, 'PATCH', `/v1/schedules/${id}`, { run_at: inMs(-1_000) })).body.error.errors[0].loc).toEqual([
    'body',
    'run_at',
  ]);
  expect(refusal(await ask(persona, 'PATCH', `/v1/schedules/${id}`, { board_id: '1' }))).toEqual([422, 'board_not_found']);
  const canceled = await ask(persona, 'POST', `/v1/schedules/${id}/cancel`);
  expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled']);
  expect(refusal(await ask(persona, 'POST', `/v1/schedules/${id}/cancel`))).toEqual([400, 'bad_request']);
  expect((await ask(persona, 'DELETE', `/v1/schedules/${id}`)).status).toBe(204);
  const { id: soon } = await createSoon(persona);
  await become(persona, soon, 'done');
});

it('tells what its pin ran into, gives the unit back, and goes out with a retry', async () => {
  const persona = await newPersona(service.call);
  const title = `A refused door ${newId()}`;
  await service.control('faults', { operation: 'pins.create', status: 404, code: 40, message: 'Board not found.', title, times: 1 });
  const { id } = await createSoon(persona, { title });
  const failed = await become(persona, id, 'failed');
  expect(failed.last_error).toMatch(/^board_not_found: /);
  const listed = await ask(persona, 'GET', '/v1/schedules?error_code=board_not_found');
  expect(listed.body.map((schedule: { id: string }) => schedule.id)).toEqual([id]);
  await eventually('the unit given back', async () => ((await used(persona)) === 0 ? true : undefined));
  const retried = await ask(persona, 'POST', `/v1/schedules/${id}/retry`);
  expect([retried.status, ['queued', 'running', 'done']]).toEqual([200, expect.arrayContaining([retried.body.status])]);
  await become(persona, id, 'done');
  expect(await used(persona)).toBe(1);
});

it('is canceled with its waiting pin, whose unit is released; and with its account', async () => {
  const persona = await newPersona(service.call);
  const title = `A waiting door ${newId()}`;
  await service.control('faults', { operation: 'pins.create', status: 503, message: 'Later.', title, times: 100 });
  const [{ id }, { id: later }] = [await createSoon(persona, { title }), await create(persona)];
  const { pin_id } = await become(persona, id, 'deferred');
  const canceled = await eventually('a cancel between two attempts', async () => {
    const answer = await ask(persona, 'POST', `/v1/schedules/${id}/cancel`);
    return answer.status === 200 ? answer.body : undefined;
  });
  expect(canceled).toMatchObject({ status: 'canceled', pin_id });
  expect(await used(persona)).toBe(0);
  expect((await ask(persona, 'GET', `/v1/pins/${pin_id}`)).status).toBe(404);
  await ask(persona, 'DELETE', `/v1/platform/accounts/${persona.accountId}`);
  expect((await become(persona, later, 'canceled')).last_error).toMatch(/^account_revoked/);
});

it('is deferred while the quota is used up', async () => {
  const persona = await newPersona(service.call);
  const { id } = await create(persona);
  const pins = Array.from({ length: 50 }, () => ({ ...draft(persona), run_at: undefined }));
  expect((await ask(persona, 'POST', '/v1/pins/batch', { pins })).body.created_count).toBe(50);
  expect((await ask(persona, 'POST', '/v1/schedules', draft(persona))).body.error.code).toBe('quota_exceeded');
  await hasten(persona, id);
  expect((await become(persona, id, 'deferred')).last_error).toMatch(/^quota_exceeded/);
  expect(await fired(id)).toEqual([]);
  // The plan is raised: at once it has room.
  const { organization } = (await service.call('GET', '/v1/auth/me', undefined, persona.session)).body;
  const raised: SubscriptionFact = { type: 'PlanChanged', data: { plan: 'starter', changedAt: inMs(0) } };
  const origin = { actor: { type: 'system' }, organizationId: organization.id, occurredAt: inMs(0) } as const;
  await service.parts.streams.decide(billingStream, organization.id, origin, () => [raised]);
  await eventually('it fires', async () => ((await fired(id)).length > 0 ? true : undefined));
  expect(await used(persona)).toBe(51);
});

it('is gone when the sandbox is reset, also at the moment when it fires', async () => {
  const { session } = await newPersona(service.call);
  const made = (await service.call('POST', '/v1/projects/sandbox', undefined, session)).body;
  const switched = await service.call('POST', '/v1/projects/switch', { project_id: made.projects[1].id }, session);
  const headers = { authorization: `Bearer ${switched.body.access_token}` };
  const asked = (method: string, path: string, body?: unknown) => service.call(method, path, body, headers);
  const [account] = (await asked('GET', '/v1/platform/accounts')).body;
  const [board] = (await asked('GET', `/v1/platform/boards?account_id=${account.id}`)).body;
  const fields = { account_id: account.id, board_id: board.id, title: 'Blue door', image_url: 'https://images.example.com/door.jpg' };
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await asked('POST', '/v1/schedules', { ...fields, run_at: inMs(3_600_000) })).body.id);
  const times: string[] = [];
  for (const id of ids.slice(0, 2)) times.push(await hasten({ key: headers }, id));
  await eventually('their time', async () => (times.every((time) => inMs(0) >= time) ? true : undefined));
  expect((await asked('POST', '/v1/projects/sandbox/reset')).status).toBe(200);
  for (const id of ids) expect([id, (await asked('GET', `/v1/schedules/${id}`)).status]).toEqual([id, 404]);
  expect([(await asked('GET', '/v1/schedules')).body, (await asked('GET', '/v1/pins')).body]).toEqual([[], []]);
  expect((await asked('GET', '/v1/schedules/forecast')).body.items).toEqual([]);
  expect((await asked('GET', '/v1/billing/status')).body.quota_used).toBe(0);
  expect(await fired(ids[2] ?? '')).toEqual([]);
});
