import { newId } from '@pps/kernel';
import { send } from '../../apps/simulators/testing';
import type { Answer, Call } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, newSession, type Headers } from '../setup/platform-user';

let service: PlatformService;
let call: Call;
let other: Call;
let session: Headers;
let username: string;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService();
  call = service.call;
  other = await service.another();
});

afterAll(() => service.stop());

beforeEach(async () => {
  session = await newSession(call);
  username = `u${newId()}`;
  accountId = (await connectPlatformUser(call, session, { username })).body.account_id;
  boardId = (await boards()).body[0].id;
});

const boards = (through = call) => through('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session);
const access = async (query = '', through = call) =>
  (await through('GET', `/v1/platform/boards/${boardId}/access?account_id=${accountId}${query}`, undefined, session)).body;
const account = async () => (await call('GET', '/v1/platform/accounts', undefined, session)).body[0];
const refusal = ({ status, body }: Answer) => [status, body.error?.code];

describe('boards', () => {
  it('come from every page', async () => {
    await service.control('boards', { username, name: 'More', count: 600 });
    const { body } = await boards();
    expect(new Set(body.map((board: { id: string }) => board.id)).size).toBe(601);
  });

  it('say when the platform limits or is down', async () => {
    await service.control('faults', { operation: 'boards.list', status: 429, headers: { 'retry-after': '7' }, times: 1 });
    const limited = await boards();
    expect([...refusal(limited), limited.headers.get('retry-after')]).toEqual([429, 'platform_rate_limited', '7']);
    await service.control('faults', { operation: 'boards.list', status: 503, times: 1 });
    const down = await boards();
    expect(refusal(down)).toEqual([503, 'platform_unavailable']);
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('can be made, secret ones with the scope for them', async () => {
    const make = (body: object) => call('POST', '/v1/platform/boards', { account_id: accountId, ...body }, session);
    const made = await make({ name: 'Sea', visibility: 'SECRET', description: 'Waves' });
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.stringMatching(/^\d+$/), name: 'Sea', description: 'Waves', privacy: 'SECRET', pin_count: 0, owner: username },
    ]);
    expect((await boards()).body).toContainEqual(made.body);
    expect(refusal(await make({ name: '' }))).toEqual([422, 'validation_error']);
    expect(refusal(await make({ name: 'Sea', visibility: 'SECRET', privacy: 'PUBLIC' }))).toEqual([422, 'validation_error']);

    await connectPlatformUser(
      call,
      session,
      { username, scopes: 'user_accounts:read,boards:read,boards:write,pins:read,pins:write' },
      accountId,
    );
    const refused = await make({ name: 'Cave', privacy: 'SECRET' });
    expect([...refusal(refused), typeof refused.body.error.connect_url]).toEqual([409, 'scope_missing', 'string']);
    expect((await account()).missing_scopes).toContain('boards:write_secret');
  });
});

describe('one board', () => {
  const path = (id: string) => `/v1/platform/boards/${id}?account_id=${accountId}`;
  const change = (body: object, id = boardId) => call('PATCH', path(id), body, session);
  const remove = () => call('DELETE', path(boardId), undefined, session);

  it('can be changed', async () => {
    const changed = await change({ name: 'Harbour', description: 'Ships' });
    expect([changed.status, changed.body]).toMatchObject([200, { id: boardId, name: 'Harbour', description: 'Ships', privacy: 'PUBLIC' }]);
    expect((await boards()).body).toEqual([changed.body]);
    expect((await change({ name: null })).body.name).toBe('Harbour');
    for (const id of ['549755885175', 'holidays', '..%2Fpins']) {
      expect([id, ...refusal(await change({ name: 'x' }, id))]).toEqual([id, 404, 'board_not_found']);
    }
  });

  it('is shown as it was changed, on every process, whatever was cached', async () => {
    for (const through of [call, other]) expect(await access('', through)).toMatchObject({ board: { name: expect.any(String) } });
    expect((await change({ name: 'Harbour', privacy: 'SECRET' })).status).toBe(200);
    for (const through of [other, call]) {
      expect(await access('', through)).toMatchObject({ board: { name: 'Harbour', privacy: 'SECRET' } });
    }
    expect(await access('', other)).toMatchObject({ source: 'cache' });
  });

  it('is deleted for every process, also when the platform cannot be asked or still shows it', async () => {
    for (const through of [call, other]) expect(await access('', through)).toMatchObject({ publishable: true });
    await service.control('faults', { operation: 'boards.get', status: 503, times: 50 });
    expect((await remove()).status).toBe(204);
    const deleted = { publishable: false, status: 'failed', code: 'board_deleted', source: 'local' };
    for (const through of [other, call]) expect(await access('', through)).toMatchObject(deleted);
    await send('DELETE', `${service.simulatorsUrl}/platform/_control/faults`);
    await service.control('boards', { username, id: boardId, deleted: false });
    expect(await access('&fresh=true')).toMatchObject(deleted);
    const pin = { account_id: accountId, board_id: boardId, title: 'Late', image_url: 'https://images.example.com/late.jpg' };
    expect(refusal(await other('POST', '/v1/pins', pin, session))).toEqual([422, 'board_deleted']);
  });

  it('can be deleted, and nothing goes there any more', async () => {
    expect(await access()).toMatchObject({ publishable: true });
    expect((await remove()).status).toBe(204);
    expect(await access()).toMatchObject({ publishable: false, code: 'board_deleted' });
    expect(refusal(await remove())).toEqual([404, 'board_not_found']);
    expect((await boards()).body).toEqual([]);
  });
});

describe('board access', () => {
  it('is cached on every process and asked anew with fresh=true', async () => {
    expect(await access()).toMatchObject({ publishable: true, source: 'platform' });
    await service.control('boards', { username, id: boardId, deleted: true });
    expect(await access('', other)).toMatchObject({ publishable: true, source: 'cache' });
    expect(await access('&fresh=true')).toMatchObject({
      publishable: false,
      status: 'failed',
      code: 'board_deleted',
      remediation: expect.any(String),
    });
    expect(await access()).toMatchObject({ code: 'board_deleted', source: 'cache' });
  });

  it('distinguishes a board of somebody else, one that never was, and one the platform refuses', async () => {
    await service.control('boards', { username, id: boardId, owner: 'somebody-else' });
    expect(await access('&fresh=true')).toMatchObject({ publishable: false, code: 'board_not_owned', board: { owner: 'somebody-else' } });
    boardId = '549755885175';
    expect(await access()).toMatchObject({ publishable: false, code: 'board_not_found' });
    boardId = 'holidays';
    expect(await access()).toMatchObject({ publishable: false, code: 'board_not_found', source: 'local' });
    boardId = '1';
    await service.control('faults', { operation: 'boards.get', status: 401, code: 7, times: 1 });
    expect(await access()).toMatchObject({ publishable: false, code: 'board_access_denied', source: 'platform' });
  });

  it('is skipped when the platform cannot be asked', async () => {
    await service.control('faults', { operation: 'boards.get', status: 500, times: 1 });
    expect(await access()).toMatchObject({
      publishable: true,
      status: 'skipped',
      code: 'platform_unavailable',
      source: 'local',
      board: null,
    });
    await service.control('faults', { operation: 'boards.get', status: 429, headers: { 'retry-after': '11' }, times: 1 });
    expect(await access()).toMatchObject({ status: 'skipped', code: 'platform_rate_limited', retry_after_seconds: 11 });
    expect(await access()).toMatchObject({ status: 'ok' });
  });

  it('asks the platform again after a reconnection', async () => {
    await service.control('faults', { operation: 'boards.get', status: 401, code: 3, times: 1 });
    expect(await access()).toMatchObject({ publishable: false, code: 'scope_missing' });
    expect(await access()).toMatchObject({ code: 'scope_missing', source: 'cache' });
    await connectPlatformUser(call, session, { username }, accountId);
    expect(await access()).toMatchObject({ publishable: true, source: 'platform' });
  });
});
