import { connectPlatformUser } from '../setup/platform-user';
import { eventually } from '../setup/eventually';
import { firstWait } from '../setup/first-wait';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';
import { startReceiver } from '../webhooks/receiver';
import { newSandbox, refusal, startSandboxService, type Sandbox, type SandboxService } from './sandbox-service';

let service: SandboxService;
let sandbox: Sandbox;

beforeAll(async () => {
  service = await startSandboxService();
  await service.startBackground();
});
afterAll(() => service?.stop());
beforeEach(async () => void (sandbox = await newSandbox(service)));

const timeline = async (pinId: string): Promise<TimelineStep[]> => (await sandbox.get(`/v1/pins/${pinId}/timeline`)).body.items;

describe('publishing in a sandbox', () => {
  it('publishes in the simulation and never at the platform', async () => {
    const made = await sandbox.pin('Blue door');
    expect([made.status, made.body.status]).toEqual([201, 'queued']);
    const published = await sandbox.pinIn('published', made.body.id);
    expect(published).toMatchObject({
      platform_pin_id: expect.stringMatching(/^\d+$/),
      platform_url: expect.stringMatching(/^https:\/\//),
      published_at: expect.any(String),
      attempts: 1,
      error_code: null,
    });
    const { call } = service;
    const real = (await connectPlatformUser(call, sandbox.production, { username: 'real-one' })).body.account_id;
    const board = (await sandbox.get(`/v1/platform/boards?account_id=${real}`, sandbox.production)).body[0].id;
    const image = { image_url: 'https://images.example.com/door.jpg' };
    await sandbox.post('/v1/pins', { account_id: real, board_id: board, title: 'Real door', ...image }, sandbox.production);
    const titles = await eventually('the real pin', async () => {
      const all = await service.publishedForReal();
      return all.length > 0 ? all : undefined;
    });
    expect(titles).toEqual(['Real door']);
  });

  it('fails with the code of the title, and again when it is retried', async () => {
    const { body } = await sandbox.pin('Blue door [fail:invalid_image]');
    expect(await sandbox.pinIn('failed', body.id)).toMatchObject({ error_code: 'invalid_image', platform_pin_id: null });
    const changed = await service.call('PATCH', `/v1/pins/${body.id}`, { title: 'Blue door' }, sandbox.session);
    expect(changed.status).toBe(200);
    expect((await sandbox.post(`/v1/pins/${body.id}/retry`)).status).toBe(200);
    expect(await sandbox.pinIn('published', body.id)).toMatchObject({ title: 'Blue door' });
  });

  it('loses the account to a title that says so, and has it back by a new consent', async () => {
    const { body } = await sandbox.pin('Blue door [fail:reconnect_required]');
    expect(await sandbox.pinIn('failed', body.id)).toMatchObject({ error_code: 'token_expired' });
    const health = async () => (await sandbox.accounts())[0].health_status;
    expect(await health()).toBe('reconnect_required');
    const held = await sandbox.pin('Red door');
    const start = await sandbox.get(`/v1/platform/oauth/start?account_id=${body.platform_account_id}`);
    const { pathname, search } = new URL(start.body.authorization_url);
    await sandbox.get(`${pathname}${search}`, { accept: 'application/json' });
    expect(await health()).toBe('healthy');
    expect(refusal(held)).toEqual([409, 'token_expired']);
  });

  it('waits once as the title says, then publishes', async () => {
    const { body } = await sandbox.pin('Blue door [defer:2]');
    const published = await sandbox.pinIn('published', body.id);
    expect(published).toMatchObject({ attempts: 2 });
    const steps = withoutDeferredAttempts(await timeline(body.id));
    const { startedAt, until } = firstWait(steps);
    expect(until - startedAt).toBeGreaterThanOrEqual(2_000);
    expect(Date.parse(published.published_at)).toBeGreaterThanOrEqual(until);
    expect(steps.filter(({ type }) => /deferred/i.test(type)).map(({ reason }) => reason)).toEqual(['transient_upstream']);
  });

  it('sends webhooks the same as in production', async () => {
    const receiver = await startReceiver();
    try {
      await sandbox.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
      const { body } = await sandbox.pin('Blue door [fail:invalid_image]');
      const events = await eventually('all events until the end', async () => {
        const told = new Map(receiver.received.map(({ json }) => [json.sequence, json]));
        const end = [...told.values()].find(({ type }) => type === 'pin.failed');
        return end?.sequence === told.size ? [...told.values()].sort((a, b) => a.sequence - b.sequence) : undefined;
      });
      // An attempt that the worker had no time for is told, too.
      const [first, second, ...rest] = events.map(({ type, data }) => [type, data['pin_id']]);
      expect([first, second, rest.at(-1)]).toEqual(['pin.queued', 'pin.publishing', 'pin.failed'].map((type) => [type, body.id]));
    } finally {
      await receiver.stop();
    }
  });

  it('spends of buckets of its own', async () => {
    const { body } = await sandbox.pin('Blue door');
    await sandbox.pinIn('published', body.id);
    const rows = (await service.parts.db('pins.pacing_bucket').select('name')) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['global:sandbox', `account:${body.platform_account_id}`]));
    const before = await service.parts.db('pins.pacing_bucket').where({ name: 'global' }).first('updated_at');
    const second = await sandbox.pin('Red door');
    await sandbox.pinIn('published', second.body.id);
    expect(await service.parts.db('pins.pacing_bucket').where({ name: 'global' }).first('updated_at')).toEqual(before);
  });

  it('keeps a pin of a revoked account back', async () => {
    const { body } = await sandbox.pin('Blue door [defer:600]');
    // An attempt that the worker had no time for puts it off, too, until at once.
    await eventually('put off as the title says', async () => {
      const { status, error_code, next_attempt_at } = (await sandbox.get(`/v1/pins/${body.id}`)).body;
      return status === 'deferred' && error_code === 'transient_upstream' && typeof next_attempt_at === 'string' ? true : undefined;
    });
    await sandbox.remove(`/v1/platform/accounts/${body.platform_account_id}`);
    expect(await sandbox.pinIn('failed', body.id)).toMatchObject({ error_code: 'account_revoked' });
  });

  it('has 100 pins a month, whatever the plan', async () => {
    const board = await sandbox.firstBoard();
    const pins = Array.from({ length: 100 }, (_, n) => ({
      ...board,
      title: `Door ${n} [defer:600]`,
      image_url: 'https://i.example.com/1.jpg',
    }));
    const batch = await sandbox.post('/v1/pins/batch', { pins });
    expect(batch.body).toMatchObject({ created_count: 100, headroom: { quota_limit: 100, quota_used: 100, quota_remaining: 0 } });
    const refused = await sandbox.pin('One more');
    expect(refusal(refused)).toEqual([402, 'quota_exceeded']);
    expect(refused.headers.get('x-service-quota-limit')).toBe('100');
  });
});
