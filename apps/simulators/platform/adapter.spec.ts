import { createPinterestPlatform, PlatformError } from '@pps/platform';
import type { Platform, PlatformBoard } from '@pps/platform';
import { allPlatformScopes, connect, consent, eventually, testRedirectUri, send, startTestSimulators } from '../testing';
import type { TestSimulators } from '../testing';

let simulators: TestSimulators;
let platform: Platform;
beforeAll(async () => {
  simulators = await startTestSimulators();
  const { url } = simulators;
  platform = createPinterestPlatform({
    apiUrl: `${url}/platform/v5`,
    oauthUrl: `${url}/platform/oauth/`,
    clientId: 'app',
    clientSecret: 'secret',
    requestTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
  });
});
afterEach(() => control('DELETE', 'faults'));
afterAll(async () => {
  await platform.close();
  await simulators.discard();
});

const control = (method: string, path: string, body?: unknown) => send(method, `${simulators.url}/platform/_control/${path}`, body);
const draft = (boardId: string, title: string) => ({
  boardId,
  title,
  description: 'D',
  link: 'https://e.com/?a=1',
  altText: 'A',
  dominantColor: '#6E7874',
  media: { kind: 'image_url', url: 'https://e.com/a.jpg' } as const,
});
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: PlatformError) => error,
  );
const made = async (title: string) => (await control('GET', `pins?title=${title}`)).json.length;

test('the authorization URL leads through consent to tokens, a user and a refresh', async () => {
  const url = new URL(platform.authorizationUrl({ state: 'st&1', redirectUri: testRedirectUri, scopes: allPlatformScopes }));
  const { headers } = await send('POST', url.href, new URLSearchParams({ decision: 'approve', username: 'ann' }));
  const back = new URL(headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('st&1');
  const { value: token, platformTime } = await platform.exchangeCode({
    code: back.searchParams.get('code') ?? '',
    redirectUri: testRedirectUri,
  });
  expect(token.scopes).toEqual(allPlatformScopes);
  expect(Math.abs(token.expiresAt.getTime() - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
  expect(Math.abs((token.refreshTokenExpiresAt?.getTime() ?? 0) - Date.now() - 60 * 86_400_000)).toBeLessThan(60_000);
  expect(platformTime).toBeInstanceOf(Date);
  expect((await platform.user(token.accessToken)).value).toEqual({
    id: expect.stringMatching(/^\d{18}$/),
    username: 'ann',
    displayName: 'ann',
  });
  const { value: renewed } = await platform.refreshToken({ refreshToken: token.refreshToken });
  expect((await platform.user(renewed.accessToken)).value.username).toBe('ann');
  expect(await failureOf(platform.refreshToken({ refreshToken: token.refreshToken }))).toMatchObject({
    kind: 'grant_refused',
    outcome: 'refused',
  });
});

test('an expired access token is unauthorized, missing scopes are scope_missing', async () => {
  const { accessToken } = await connect(simulators.url, 'bob', ['boards:read']);
  expect(await failureOf(platform.createBoard(accessToken, { name: 'x' }))).toMatchObject({ kind: 'scope_missing', status: 401, code: 3 });
  await control('POST', 'tokens/expire', { username: 'bob' });
  expect(await failureOf(platform.listBoards(accessToken))).toMatchObject({ kind: 'unauthorized', status: 401, code: 2 });
  expect((await consent(simulators.url, { decision: 'deny' })).searchParams.get('error')).toBe('access_denied');
});

test('boards are made, changed, listed over all pages, and deleted', async () => {
  const { accessToken } = await connect(simulators.url, 'cleo');
  const { value: board } = await platform.createBoard(accessToken, { name: 'Cakes', description: 'd' });
  expect(board).toEqual({ id: expect.any(String), name: 'Cakes', description: 'd', privacy: 'PUBLIC', pinCount: 0, ownerUsername: 'cleo' });
  expect((await platform.updateBoard(accessToken, board.id, { name: 'Pies' })).value).toMatchObject({ name: 'Pies', description: 'd' });
  await control('POST', 'boards', { username: 'cleo', name: 'Many', count: 520 });
  const all: PlatformBoard[] = [];
  for await (const each of platform.allBoards(accessToken)) all.push(each);
  expect(new Set(all.map(({ id }) => id)).size).toBe(522);
  expect((await platform.listBoards(accessToken, { pageSize: 10 })).value.items).toHaveLength(10);
  await platform.deleteBoard(accessToken, board.id);
  expect(await failureOf(platform.getBoard(accessToken, board.id))).toMatchObject({ kind: 'board_not_found', status: 404 });
});

test('pins are made, read, listed, changed and deleted', async () => {
  const { accessToken, boardId } = await connect(simulators.url, 'dora');
  const created = await platform.createPin(accessToken, draft(boardId, 'T'));
  const { id } = created.value;
  expect(created.value).toEqual({
    id: expect.stringMatching(/^\d{18}$/),
    url: `https://www.pinterest.com/pin/${id}`,
    createdAt: expect.any(Date),
    boardId,
    boardSectionId: null,
    title: 'T',
    description: 'D',
    link: 'https://e.com/?a=1',
    altText: 'A',
  });
  expect(Math.abs(created.value.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(created.rateLimit).toMatchObject({ name: 'org_write', limit: 100_000, windowSeconds: 60 });
  expect((await platform.getPin(accessToken, id)).value).toEqual(created.value);
  expect((await platform.boardPins(accessToken, boardId)).value).toEqual({ items: [created.value], bookmark: null });
  expect((await platform.updatePin(accessToken, id, { title: 'U' })).value).toMatchObject({ title: 'U', altText: 'A' });
  await platform.deletePin(accessToken, id);
  expect(await failureOf(platform.getPin(accessToken, id))).toMatchObject({ kind: 'pin_not_found' });
});

test('a lost answer, a late answer and a 500 leave a pin whose outcome is unknown', async () => {
  const { accessToken, boardId } = await connect(simulators.url, 'eve');
  const create = (title: string, timeoutMs?: number) => failureOf(platform.createPin(accessToken, draft(boardId, title), { timeoutMs }));
  await control('POST', 'faults', { operation: 'pins.create', title: 'lost', drop_after_commit: true });
  expect(await create('lost')).toMatchObject({ kind: 'network', outcome: 'unknown' });
  await control('POST', 'faults', { operation: 'pins.create', title: 'late', delay_ms: 600_000 });
  // The connection is there, and free after a turn of the event loop: what is to be late is sent at once.
  await platform.user(accessToken);
  await new Promise(setImmediate);
  expect(await create('late', 100)).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  expect(await made('late')).toBe(0);
  await control('DELETE', 'faults');
  await control('POST', 'faults', { operation: 'pins.create', title: 'boom', status: 500, after_commit: true });
  expect(await create('boom')).toMatchObject({ kind: 'upstream', outcome: 'unknown', status: 500 });
  await eventually('the late pin', async () => ((await made('late')) === 1 ? true : undefined));
  expect([await made('lost'), await made('boom')]).toEqual([1, 1]);
});

test('a skewed clock of the platform shows in every answer', async () => {
  const { accessToken, boardId } = await connect(simulators.url, 'fay');
  await control('POST', 'settings', { clock_skew_ms: -600_000 });
  const { clockSkewMs, value } = await platform.createPin(accessToken, draft(boardId, 'skewed'));
  await control('POST', 'settings', { clock_skew_ms: 0 });
  expect(Math.abs((clockSkewMs ?? 0) + 600_000)).toBeLessThan(60_000);
  expect(Math.abs(value.createdAt.getTime() - Date.now() + 600_000)).toBeLessThan(60_000);
});

test('a video is registered, uploaded from a stream, watched and published', async () => {
  const { accessToken, boardId } = await connect(simulators.url, 'gus');
  const { value: upload } = await platform.registerMedia(accessToken);
  const bytes = Buffer.alloc(300_000, 7);
  async function* content() {
    for (let at = 0; at < bytes.length; at += 64_000) yield bytes.subarray(at, at + 64_000);
  }
  await platform.uploadMedia(upload, { fileName: 'a "b".mp4', contentType: 'video/mp4', sizeBytes: bytes.length, content: content() });
  const status = async () => (await platform.mediaStatus(accessToken, upload.mediaId)).value.status;
  await eventually('the video processed', async () => ((await status()) === 'succeeded' ? true : undefined));
  const media = { kind: 'video', mediaId: upload.mediaId, cover: { keyFrameSeconds: 1 } } as const;
  expect((await platform.createPin(accessToken, { boardId, title: 'V', media })).value.title).toBe('V');
  expect(await failureOf(platform.mediaStatus(accessToken, '5'))).toMatchObject({ kind: 'media_not_found' });
  const wrong = { ...upload, parameters: { ...upload.parameters, 'x-amz-signature': 'wrong' } };
  const file = { fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 3, content: Buffer.from('abc') };
  expect(await failureOf(platform.uploadMedia(wrong, file))).toMatchObject({ kind: 'upload_refused', outcome: 'refused' });
});
