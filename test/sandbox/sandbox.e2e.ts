import { bearer } from '../setup/caller';
import { connectPlatformUser, newSession } from '../setup/platform-user';
import { newSandbox, refusal, startSandboxService, type Sandbox, type SandboxService } from './sandbox-service';

let service: SandboxService;
let sandbox: Sandbox;

beforeAll(async () => void (service = await startSandboxService()));
afterAll(() => service?.stop());
beforeEach(async () => void (sandbox = await newSandbox(service)));

const boardsOf = async (accountId: string) => (await sandbox.get(`/v1/platform/boards?account_id=${accountId}`)).body;

describe('a sandbox', () => {
  it('is created once, with an account and a board', async () => {
    const { call } = service;
    const session = await newSession(call);
    const answers = await Promise.all(
      [undefined, { name: 'Try' }, {}, { name: null }].map((body) => call('POST', '/v1/projects/sandbox', body, session)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.projects[1].id)).size).toBe(1);
    const again = await call('POST', '/v1/projects/sandbox', { name: 'Other' }, session);
    expect([again.status, again.body]).toEqual([201, answers[0]?.body]);
    expect(again.body.projects).toMatchObject([{ environment: 'production' }, { environment: 'sandbox', plan: 'playground' }]);
    expect(again.body.active_project).toEqual(again.body.projects[0]);
    expect(refusal(await call('POST', '/v1/projects/sandbox', { name: 'x'.repeat(256) }, session))).toEqual([422, 'validation_error']);

    const switched = await call('POST', '/v1/projects/switch', { project_id: again.body.projects[1].id }, session);
    const inside = bearer(switched.body.access_token);
    const accounts = await call('GET', '/v1/platform/accounts', undefined, inside);
    expect(accounts.body).toMatchObject([
      { username: 'sandbox', health_status: 'healthy', workspace_id: again.body.projects[1].id, missing_scopes: [], revoked_at: null },
    ]);
    const boards = await call('GET', `/v1/platform/boards?account_id=${accounts.body[0].id}`, undefined, inside);
    expect(boards.body).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        name: 'Sandbox board',
        description: null,
        privacy: 'PUBLIC',
        pin_count: null,
        owner: 'sandbox',
      },
    ]);
    expect((await call('GET', '/v1/platform/accounts', undefined, session)).body).toEqual([]);
  });

  it('connects further accounts at once, each with a board, five in all', async () => {
    const start = await sandbox.get('/v1/platform/oauth/start');
    expect(start.body.authorization_url).toMatch(/^http:\/\/pins\.test\/v1\/platform\/oauth\/callback\?/);
    const connected = await sandbox.connect();
    expect([connected.status, connected.body.status]).toEqual([200, 'connected']);
    expect((await sandbox.accounts()).map(({ username }: { username: string }) => username)).toEqual(['sandbox', 'sandbox-2']);
    expect(await boardsOf(connected.body.account_id)).toMatchObject([{ owner: 'sandbox-2' }]);
    for (const number of [3, 4, 5]) expect([number, (await sandbox.connect()).status]).toEqual([number, 200]);
    expect(refusal(await sandbox.connect())).toEqual([403, 'plan_limit']);
    const [first] = await sandbox.accounts();
    expect(refusal(await sandbox.post('/v1/platform/boards', { account_id: first.id, name: 'Sixth' }))).toEqual([
      403,
      'sandbox_board_limit',
    ]);

    expect((await sandbox.remove(`/v1/platform/accounts/${connected.body.account_id}`)).status).toBe(204);
    expect((await sandbox.connect()).status).toBe(200);
    expect(await sandbox.accounts()).toHaveLength(5);
  });

  it('reconnects an account, and uses a link once', async () => {
    const [account] = await sandbox.accounts();
    await sandbox.remove(`/v1/platform/accounts/${account.id}`);
    expect(await sandbox.accounts()).toEqual([]);
    expect(refusal(await sandbox.get(`/v1/platform/boards?account_id=${account.id}`))).toEqual([409, 'account_revoked']);
    const start = await sandbox.get(`/v1/platform/oauth/start?account_id=${account.id}`);
    const { pathname, search } = new URL(start.body.authorization_url);
    const follow = () => sandbox.get(pathname + search, { accept: 'application/json' });
    expect((await follow()).body).toMatchObject({ status: 'connected', account_id: account.id });
    expect(refusal(await follow())).toEqual([400, 'invalid_state']);
    expect(await sandbox.accounts()).toMatchObject([{ id: account.id, username: 'sandbox', health_status: 'healthy' }]);
    expect(await boardsOf(account.id)).toHaveLength(1);
  });
});

describe('simulated boards', () => {
  it('are made, changed and deleted, five in all', async () => {
    const { account_id, board_id } = await sandbox.firstBoard();
    const make = (body: object) => sandbox.post('/v1/platform/boards', { account_id, ...body });
    const made = await make({ name: 'Sea', privacy: 'SECRET', description: 'Waves' });
    expect([made.status, made.body]).toMatchObject([201, { name: 'Sea', privacy: 'SECRET', description: 'Waves', owner: 'sandbox' }]);
    const path = `/v1/platform/boards/${made.body.id}?account_id=${account_id}`;
    const changed = await service.call('PATCH', path, { name: 'Harbour', description: null }, sandbox.session);
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, name: 'Harbour', description: null }]);
    expect(await boardsOf(account_id)).toMatchObject([{ id: board_id }, { name: 'Harbour' }]);
    const many = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => make({ name })));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403]);
    expect((await sandbox.remove(path)).status).toBe(204);
    expect(refusal(await sandbox.remove(path))).toEqual([404, 'board_not_found']);
    expect((await make({ name: 'f' })).status).toBe(201);
  });

  it('alone may be published on', async () => {
    const { account_id, board_id } = await sandbox.firstBoard();
    const access = async (board: string) => (await sandbox.get(`/v1/platform/boards/${board}/access?account_id=${account_id}`)).body;
    expect(await access(board_id)).toMatchObject({ publishable: true, status: 'ok', source: 'local', board: { id: board_id } });
    const { call } = service;
    const other = await newSession(call);
    const real = (await connectPlatformUser(call, other, { username: 'real-one' })).body.account_id;
    const realBoard = (await call('GET', `/v1/platform/boards?account_id=${real}`, undefined, other)).body[0].id;
    for (const board of [realBoard, '1']) {
      expect(await access(board)).toMatchObject({ publishable: false, status: 'failed', code: 'sandbox_board_not_allowed' });
      expect(refusal(await sandbox.pin('Blue door', { board_id: board }))).toEqual([422, 'sandbox_board_not_allowed']);
    }
    await sandbox.connect();
    const [, second] = await sandbox.accounts();
    const [secondBoard] = await boardsOf(second.id);
    expect(await access(secondBoard.id)).toMatchObject({ publishable: false, code: 'board_not_owned' });
    await sandbox.remove(`/v1/platform/boards/${board_id}?account_id=${account_id}`);
    expect(await access(board_id)).toMatchObject({ publishable: false, code: 'board_deleted' });
  });
});
