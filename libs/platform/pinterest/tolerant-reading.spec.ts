import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPinterestPlatform } from './create-pinterest-platform';

let server: Server;
let answers: unknown[] = [];
beforeAll(async () => {
  server = createServer((_, response) => response.end(JSON.stringify(answers.shift())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function asked<T>(given: unknown[], ask: (platform: ReturnType<typeof createPinterestPlatform>) => Promise<T>): Promise<T> {
  answers = given;
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}`;
  const platform = createPinterestPlatform({ apiUrl, oauthUrl: `${apiUrl}/oauth/`, clientId: 'app', clientSecret: 'secret' });
  return ask(platform).finally(() => platform.close());
}

const boardsOf = (...pages: unknown[]) =>
  asked(pages, async (platform) => {
    const boards = [];
    for await (const board of platform.allBoards('token')) boards.push(board);
    return boards;
  });

it('gives each board once, on one page and over pages', async () => {
  const page = (...ids: string[]) => ids.map((id) => ({ id, name: 'Sea', privacy: 'PUBLIC' }));
  const boards = await boardsOf({ items: page('1', '1', '2'), bookmark: 'b' }, { items: page('2', '3'), bookmark: 'b' });
  expect(boards.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

it.each([
  [{ privacy: 'FRIENDS' }, { privacy: 'SECRET' }],
  [{ privacy: null }, { privacy: 'SECRET' }],
  [{ privacy: 'public' }, { privacy: 'PUBLIC' }],
  [
    { name: 7, description: 8, pin_count: '12', owner: 'ada' },
    { name: '7', description: '8', pinCount: 12, ownerUsername: null },
  ],
  [
    { name: null, pin_count: -1, owner: { username: 5 } },
    { name: '', pinCount: null, ownerUsername: '5' },
  ],
])('shows a board with %j as %j', async (fields, shown) => {
  expect(await boardsOf({ items: [{ name: 'no id' }, { id: '1', name: 'Sea', privacy: 'PUBLIC', ...fields }] })).toMatchObject([shown]);
});

it.each([{}, { refresh_token: null }, { refresh_token: '' }])('keeps the refresh token where the answer gives none (%j)', async (more) => {
  const refresh = () =>
    asked([{ access_token: 'new', expires_in: '60', ...more }], (platform) => platform.refreshToken({ refreshToken: 'old' }));
  expect((await refresh()).value).toMatchObject({ accessToken: 'new', refreshToken: 'old', scopes: null });
});

it('takes a token that does not say how long it lives for one of 30 days, and asks a consent for a refresh token', async () => {
  const { value } = await asked([{ access_token: 'new' }], (platform) => platform.refreshToken({ refreshToken: 'old' }));
  expect(Math.round((value.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
  const consent = asked([{ access_token: 'new' }], (platform) => platform.exchangeCode({ code: 'code', redirectUri: 'https://a.example' }));
  await expect(consent).rejects.toMatchObject({ kind: 'malformed_answer' });
});

it('does not parse an answer that nests deeper than 64 levels', async () => {
  let nested: unknown = [];
  for (let level = 0; level < 62; level++) nested = [nested];
  expect(await boardsOf({ items: [], nested })).toEqual([]);
  await expect(boardsOf({ items: [], nested: [[nested]] })).rejects.toMatchObject({ kind: 'malformed_answer' });
});
