import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { projectStream, type ProjectFact } from '@pps/workspaces/events';
import { newKey } from '../setup/account';
import { connectPlatformUser, newSession } from '../setup/platform-user';
import { eventually } from '../setup/eventually';
import { newSandbox, refusal, startSandboxService, type Sandbox, type SandboxService } from './sandbox-service';

let service: SandboxService;
let sandbox: Sandbox;

beforeAll(async () => {
  service = await startSandboxService();
  await service.startBackground();
});
afterAll(() => service?.stop());
beforeEach(async () => void (sandbox = await newSandbox(service)));

const reset = (headers = sandbox.session) => sandbox.post('/v1/projects/sandbox/reset', undefined, headers);
// Nobody listens there.
const hook = { url: 'http://127.0.0.1:9/pins', events: ['*'] };

describe('a reset', () => {
  it('removes everything of the sandbox and begins anew', async () => {
    const key = await newKey(service.call, sandbox.session);
    expect(key.text).toMatch(/^pps_test_/);
    const before = await sandbox.firstBoard();
    const pin = await sandbox.pin('Blue door [defer:600]', { idempotency_key: 'order-7' });
    const webhook = await sandbox.post('/v1/webhooks', hook);
    const named = { ...sandbox.session, 'idempotency-key': 'board-7' };
    const board = { account_id: before.account_id, name: 'Sea' };
    const made = await sandbox.post('/v1/platform/boards', board, named);
    expect((await sandbox.post('/v1/platform/boards', board, named)).body).toEqual(made.body);
    await sandbox.connect();
    const delivery = await sandbox.post(`/v1/webhooks/${webhook.body.id}/test`);
    expect(delivery.status).toBe(202);

    const answer = await reset(key.headers);
    expect([answer.status, answer.body.active_project.id, answer.body.projects.length]).toEqual([200, sandbox.projectId, 2]);

    expect(refusal(await sandbox.get('/v1/pins', key.headers))).toEqual([401, 'invalid_api_key']);
    expect((await sandbox.get('/v1/pins')).body).toEqual([]);
    expect((await sandbox.get('/v1/webhooks')).body).toEqual([]);
    expect((await sandbox.get('/v1/api-keys')).body).toEqual([]);
    for (const path of [
      `/v1/pins/${pin.body.id}`,
      `/v1/pins/${pin.body.id}/timeline`,
      `/v1/jobs/${pin.body.id}`,
      `/v1/webhooks/${webhook.body.id}`,
      `/v1/webhooks/${webhook.body.id}/deliveries`,
      `/v1/platform/boards?account_id=${before.account_id}`,
      `/v1/rate-meter?account_id=${before.account_id}`,
    ]) {
      expect([path, (await sandbox.get(path)).status]).toEqual([path, 404]);
    }
    const accounts = await sandbox.accounts();
    expect(accounts).toMatchObject([{ username: 'sandbox', health_status: 'healthy' }]);
    expect(accounts[0].id).not.toBe(before.account_id);
    const after = await sandbox.firstBoard();
    expect(after.board_id).not.toBe(before.board_id);
    const old = await sandbox.pin('Blue door', { board_id: before.board_id });
    expect(refusal(old)).toEqual([422, 'sandbox_board_not_allowed']);

    const lake = await sandbox.post('/v1/platform/boards', { account_id: after.account_id, name: 'Lake' }, named);
    expect([lake.status, lake.headers.get('idempotent-replayed'), lake.body.id === made.body.id]).toEqual([201, null, false]);
    const again = await sandbox.pin('Another door', { idempotency_key: 'order-7' });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(again.body.id).not.toBe(pin.body.id);
    expect(again.headers.get('x-service-quota-used')).toBe('1');
    await sandbox.pinIn('published', again.body.id);
  });

  it('may come from production, which stays as it is', async () => {
    const { production } = sandbox;
    const key = await newKey(service.call, production);
    const real = (await connectPlatformUser(service.call, production, { username: `real-${newId()}` })).body.account_id;
    const board = (await sandbox.get(`/v1/platform/boards?account_id=${real}`, production)).body[0].id;
    const draft = { account_id: real, board_id: board, title: 'Real door', image_url: 'https://i.example.com/1.jpg', idempotency_key: 'k' };
    const pin = await sandbox.post('/v1/pins', draft, production);
    const webhook = await sandbox.post('/v1/webhooks', hook, production);

    const answer = await reset(production);
    expect([answer.status, answer.body.active_project.environment]).toEqual([200, 'production']);
    expect((await sandbox.get('/v1/pins', key.headers)).body).toMatchObject([{ id: pin.body.id }]);
    expect((await sandbox.get('/v1/webhooks', production)).body).toMatchObject([{ id: webhook.body.id }]);
    expect((await sandbox.post('/v1/pins', draft, production)).headers.get('idempotent-replayed')).toBe('true');
    expect((await sandbox.get('/v1/platform/accounts', production)).body).toMatchObject([{ id: real }]);
  });

  it('needs a sandbox and the destructive scope', async () => {
    const { call } = service;
    const { headers } = await newKey(call, sandbox.session, { scopes: ['read', 'write'] });
    expect(refusal(await reset(headers))).toEqual([403, 'insufficient_scope']);
    expect(refusal(await reset(await newSession(call)))).toEqual([404, 'not_found']);
  });

  it('stands under creations that go on meanwhile', async () => {
    const board = await sandbox.firstBoard();
    const draft = (n: number) => ({
      ...board,
      title: `Door ${n}`,
      image_url: 'https://i.example.com/1.jpg',
      idempotency_key: `order-${n}`,
    });
    const creations = Array.from({ length: 30 }, (_, n) => sandbox.post('/v1/pins', draft(n)));
    const resets = Array.from({ length: 3 }, () => reset());
    const [answers] = await Promise.all([Promise.all(creations), Promise.all(resets)]);
    for (const answer of answers) expect([201, 404]).toContain(answer.status);
    expect((await sandbox.get('/v1/pins')).body).toEqual([]);
    expect(await sandbox.accounts()).toHaveLength(1);
    const fresh = await sandbox.firstBoard();
    const again = await sandbox.post('/v1/pins', { ...draft(0), ...fresh });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    await sandbox.pinIn('published', again.body.id);
    expect((await sandbox.get('/v1/pins')).body).toHaveLength(1);
  });

  it('refuses what workers of an older epoch still do', async () => {
    const { body } = await sandbox.pin('Blue door [defer:600]');
    await sandbox.pinIn('deferred', body.id);
    const { state } = await service.parts.streams.load(projectStream, sandbox.projectId);
    if (state.kind === 'none') throw new Error('no sandbox');
    const { projectId, organizationId } = state;
    await reset();
    const at = new Date().toISOString();
    const origin = { projectId, organizationId, epoch: 0, actor: { type: 'system' }, occurredAt: at } as const;
    const put = { attempt: 1, reason: 'transient_upstream', message: 'Its time has come.', deferredAt: at, nextAttemptAt: at } as const;
    const due: PinFact = { type: 'PinPublishDeferred', data: { ...put, counts: true } };
    await service.parts.streams.decide(pinStream, body.id, origin, () => [due]);
    const later = await sandbox.pin('Red door');
    await sandbox.pinIn('published', later.body.id);
    const before = await service.parts.store.read(`pin-${body.id}`);
    await service.parts.queue.offer({ kind: 'publish', id: body.id, attributes: { attempt: '2' } });
    await sandbox.pinIn('published', (await sandbox.pin('Green door')).body.id);
    const after = await service.parts.store.read(`pin-${body.id}`);
    expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type));
    expect(after.map(({ type }) => type)).not.toContain('PinPublished');
  });

  it('refuses a consent that was asked for before', async () => {
    const start = await sandbox.get('/v1/platform/oauth/start');
    await reset();
    const { pathname, search } = new URL(start.body.authorization_url);
    expect(refusal(await sandbox.get(pathname + search, { accept: 'application/json' }))).toEqual([400, 'invalid_state']);
    expect(await sandbox.accounts()).toHaveLength(1);
  });

  it('is completed when the process that began it died half way', async () => {
    await sandbox.pin('Blue door [defer:600]');
    const { streams } = service.parts;
    const { state } = await streams.load(projectStream, sandbox.projectId);
    if (state.kind === 'none') throw new Error('no sandbox');
    const { projectId, organizationId } = state;
    const origin = { projectId, organizationId, epoch: 1, actor: { type: 'system' }, occurredAt: new Date().toISOString() } as const;
    const reset: ProjectFact = { type: 'SandboxReset', data: { epoch: 1, resetAt: origin.occurredAt } };
    await streams.decide(projectStream, projectId, origin, () => [reset]);
    const accounts = await eventually('the first account of the new epoch', async () => {
      const all = await sandbox.accounts();
      return all.length > 0 ? all : undefined;
    });
    expect(accounts).toMatchObject([{ username: 'sandbox' }]);
    const made = await sandbox.pin('Red door');
    await sandbox.pinIn('published', made.body.id);
    expect((await sandbox.get('/v1/pins')).body).toHaveLength(1);
    expect(await service.publishedForReal()).not.toContain('Red door');
  });
});
