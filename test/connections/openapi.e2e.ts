import { newId } from '@pps/kernel';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { consentAsPlatformUser, newSession, type Headers } from '../setup/platform-user';

let service: PlatformService;
let session: Headers;
const asked = new Set<string>();

beforeAll(async () => {
  service = await startPlatformService();
  session = await newSession(service.call);
});

afterAll(() => service.stop());

/** Asks a route and gives its answer, whose fields are compared with the description as every test's are. */
async function ask(method: string, path: string, query: string, status: number, body?: unknown, headers = session) {
  const answer = await service.call(method, query, body, headers);
  expect([method, path, answer.status]).toEqual([method, path, status]);
  asked.add(`${method} ${path}`);
  return answer.body;
}

it('answers every route of accounts, boards and verdicts as it is described', async () => {
  await ask('GET', '/v1/platform/oauth/start', '/v1/platform/oauth/start', 200);
  const callback = await consentAsPlatformUser(service.call, session, { username: `u${newId()}` });
  const connected = await ask('GET', '/v1/platform/oauth/callback', callback, 200, undefined, { accept: 'application/json' });
  const accountId: string = connected.account_id;
  const on = (boardId: string, more = '') => `/v1/platform/boards/${boardId}${more}?account_id=${accountId}`;
  const accounts = '/v1/platform/accounts';
  expect(await ask('GET', accounts, accounts, 200)).toHaveLength(1);
  const boards = '/v1/platform/boards';
  const board = await ask('POST', boards, boards, 201, { account_id: accountId, name: 'Sea' });
  expect(await ask('GET', boards, `${boards}?account_id=${accountId}`, 200)).toHaveLength(2);
  const one = '/v1/platform/boards/{board_id}';
  await ask('PATCH', one, on(board.id), 200, { name: 'Seas' });
  const alone = `/v1/platform/boards/${board.id}`;
  await ask('PATCH', one, alone, 200, { name: 'Seas', account_id: accountId });
  const unnamed = await ask('PATCH', one, alone, 422, { name: 'Seas' });
  expect(unnamed.error.errors[0]).toMatchObject({ loc: ['query', 'account_id'], type: 'missing' });
  expect((await ask('PATCH', one, on(board.id), 422, { account_id: newId() })).error.errors[0].loc).toEqual(['body', 'account_id']);
  const access = '/v1/platform/boards/{board_id}/access';
  expect(await ask('GET', access, on(board.id, '/access'), 200)).toMatchObject({ status: 'ok' });
  await service.control('faults', { operation: 'boards.get', status: 503, times: 1 });
  expect(await ask('GET', access, `${on(board.id, '/access')}&fresh=true`, 200)).toMatchObject({ status: 'skipped' });
  await ask('DELETE', one, on(board.id), 204);
  expect(await ask('GET', access, on(board.id, '/access'), 200)).toMatchObject({ code: 'board_deleted' });
  await ask('DELETE', '/v1/platform/accounts/{account_id}', `${accounts}/${accountId}`, 204);
  expect(await ask('GET', accounts, `${accounts}?include_revoked=true`, 200)).toHaveLength(1);
  const { paths } = (await service.call('GET', '/openapi.json')).body as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.filter((route) => route.includes(' /v1/platform/') && !asked.has(route))).toEqual([]);
});
