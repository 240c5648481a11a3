import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { accountBucket, wakeAccount } from '@pps/pins';
import { newUploader, png, type Uploader } from '../assets/uploader';
import { newKey, register } from '../setup/account';
import type { Answer, Call } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser } from '../setup/platform-user';

let service: PlatformService;
let ann: Uploader;
beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'pro', PACING_ACCOUNT: '50/1', PACING_GLOBAL: '200/3' });
  ann = await newUploader(service, `refusals-${newId()}`);
});
afterAll(() => service.stop());

const image = { image_url: 'https://images.example.com/door.jpg' };
const draft = (fields: object = {}) => ann.draft({ ...image, ...fields });
const checksOf = async (body: object) => {
  const { valid, checks } = (await ann.post('/v1/pins/validate', body)).body;
  return { valid, ...Object.fromEntries(checks.map(({ name, status, code }: Record<string, string>) => [name, [status, code]])) };
};
const six = ['quota-limit', 'quota-used', 'quota-remaining'].map((name) => `x-service-${name}`);
six.push(...['remaining', 'capacity', 'refill-per-second'].map((name) => `x-platform-ratelimit-${name}`));
const headroomOf = ({ headers }: Answer) => six.map((name) => headers.get(name)).filter((value) => value !== null);

async function failedPin(
  body: object = draft(),
  call: Call = (method, path, sent) => service.call(method, path, sent, ann.key),
  organizationId = ann.organizationId,
): Promise<string> {
  const { id, workspace_id } = (await call('POST', '/v1/pins', body)).body;
  const failedAt = new Date().toISOString();
  const origin = { projectId: workspace_id, organizationId, epoch: 0, actor: { type: 'system' as const }, occurredAt: failedAt };
  const failed: PinFact = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'broken', failedAt } };
  await service.parts.streams.decide(pinStream, id, origin, () => [failed]);
  return id;
}

describe('a validation', () => {
  it('says that a board was not checked while the platform cannot be asked', async () => {
    const { id } = await service.control('boards', { username: ann.username, name: `Unseen ${newId()}` }).then(({ json }) => json);
    await service.control('faults', { operation: '*', status: 503, times: 20 });
    const checks = await checksOf(draft({ board_id: id }));
    await fetch(`${service.simulatorsUrl}/platform/_control/faults`, { method: 'DELETE' });
    expect(checks).toMatchObject({ valid: true, board_access: ['skipped', 'platform_unavailable'] });
  });

  it('of a repeat is valid whatever a new pin would meet, as the creation is', async () => {
    const body = draft({ idempotency_key: newId() });
    await ann.post('/v1/pins', body);
    await service.control('boards', { username: ann.username, id: ann.boardId, deleted: true });
    const skipped = ['skipped', null];
    expect(await checksOf(body)).toMatchObject({
      valid: true,
      board_access: skipped,
      quota: skipped,
      duplicate: ['warning', 'pin_exists'],
    });
    expect((await ann.post('/v1/pins', body)).status).toBe(201);
    await service.control('boards', { username: ann.username, id: ann.boardId, deleted: false });
  });

  it('warns of the rate only where a pin would wait for it, and shows no tokens of a parked account', async () => {
    await ann.post('/v1/pins/batch', { pins: Array.from({ length: 10 }, () => draft()) });
    expect(await checksOf(draft())).toMatchObject({ rate: ['passed', null] });
    const parked = {
      name: accountBucket(ann.accountId),
      tokens: 50,
      updated_at: new Date(),
      parked_until: new Date(Date.now() + 3_600_000),
    };
    await service.parts.db('pins.pacing_bucket').insert(parked).onConflict('name').merge();
    expect(await checksOf(draft())).toMatchObject({ rate: ['warning', 'rate_limited'] });
    const { account } = (await ann.get(`/v1/rate-meter?account_id=${ann.accountId}`)).body;
    expect(account).toMatchObject({ tokens_available: 0, capacity: 50 });
    expect((await ann.post('/v1/pins', draft())).headers.get('x-platform-ratelimit-remaining')).toBe('0');
    await service.parts.db('pins.pacing_bucket').where({ name: parked.name }).update({ parked_until: null });
    await wakeAccount(service.parts.db, ann.accountId);
  });
});

describe('the six headers of a refusal', () => {
  it('are there when a picture is given a cover', async () => {
    const { id } = (await ann.upload('images', await png())).body;
    const answer = await ann.post('/v1/pins', ann.draft({ asset_id: id, cover_image_url: 'https://images.example.com/cover.jpg' }));
    expect([answer.status, headroomOf(answer).length]).toEqual([422, 6]);
  });

  it('are those of the account that another go names', async () => {
    const id = await failedPin();
    const other = (await connectPlatformUser(service.call, ann.key, { username: `other-${newId()}` })).body.account_id;
    // Nothing is refilled until then.
    const bucket = { name: accountBucket(other), tokens: 7, updated_at: new Date(Date.now() + 3_600_000) };
    await service.parts.db('pins.pacing_bucket').insert(bucket).onConflict('name').merge();
    const answer = await ann.post(`/v1/pins/${id}/retry`, { account_id: other });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'board_not_owned']);
    expect(answer.headers.get('x-platform-ratelimit-remaining')).toBe('7');
    expect((await ann.post(`/v1/pins/${id}/retry`, { account_id: newId() })).status).toBe(404);
  });
});

describe('a repeat', () => {
  it('shows nothing of an account that the key may not name, also when the pin came there later', async () => {
    const { session, organizationId } = await register(service.call);
    const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, session);
    const connected = async () =>
      (await connectPlatformUser(service.call, session, { username: `moved-${newId()}` })).body.account_id as string;
    const [first, other] = [await connected(), await connected()];
    const boardOf = async (accountId: string) => (await call('GET', `/v1/platform/boards?account_id=${accountId}`)).body[0].id;
    const body = { ...image, title: 'Blue door', account_id: first, board_id: await boardOf(first), idempotency_key: newId() };
    const id = await failedPin(body, call, organizationId);
    expect((await call('POST', `/v1/pins/${id}/retry`, { account_id: other, board_id: await boardOf(other) })).status).toBe(200);
    const narrow = await newKey(service.call, session, { platform_account_ids: [first] });
    const answer = await service.call('POST', '/v1/pins', body, narrow.headers);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'account_not_permitted']);
  });
});

describe('an item of a batch', () => {
  it('has its key in the answer when it is no valid creation, says where its fault is, and is judged alone whatever its fields are called', async () => {
    const { id } = (await ann.upload('images', await png())).body;
    const odd = JSON.parse('{"toString": 1, "constructor": 2, "hasOwnProperty": 3}') as object;
    const { status, body } = await ann.post('/v1/pins/batch', {
      pins: [
        draft({ title: '', idempotency_key: 'given' }),
        ann.draft({ asset_id: id, cover_image_url: 'https://images.example.com/cover.jpg' }),
        draft(odd),
        draft(),
      ],
    });
    expect([status, body.created_count, body.failed_count]).toEqual([200, 1, 3]);
    expect(body.results[0].idempotency_key).toBe('given');
    const locs = body.results
      .slice(0, 3)
      .map(
        ({ error }: { error: { detail?: { loc: unknown }[]; errors?: { loc: unknown }[] } }) => (error.errors ?? error.detail)?.[0]?.loc,
      );
    expect(locs[0]).toEqual(['body', 'pins', 0, 'title']);
    expect(locs[1]).toEqual(['body', 'pins', 1, 'cover_image_url']);
    expect(locs[2]).toEqual(['body', 'pins', 2, 'toString']);
  });
});
