import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { acceptFormsAndEmptyJson } from '../http/form';
import { ensureAccountRecord } from './board-records';
import { grantCode, issueTokensForCode } from './issued-tokens';
import { platformRoutes } from './platform.routes';
import { openPlatformState } from './platform-state';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durability-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('when the journal cannot be written, no route says that it has done something', async () => {
  const state = await openPlatformState(folder);
  const app = fastify();
  acceptFormsAndEmptyJson(app);
  await app.register(platformRoutes(state, new AbortController().signal), { prefix: '/platform' });
  const redirectUri = 'http://127.0.0.1:1/';
  const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'];
  const code = () => grantCode(state, { clientId: 'app', redirectUri, username: ensureAccountRecord(state, 'ann').username, scopes });
  const token = issueTokensForCode(state, 'app', code(), redirectUri)['access_token'];
  const unused = code();
  const [board] = [...state.boards.rows()];
  const authorization = `Bearer ${String(token)}`;
  const media_source = { source_type: 'image_url', url: 'https://e.com/a.jpg' };
  const createPin = () =>
    app.inject({
      method: 'POST',
      url: '/platform/v5/pins',
      headers: { authorization },
      payload: { board_id: board?.id, title: 't', media_source },
    });
  expect((await createPin()).statusCode).toBe(201);

  await state.store.close();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = `Basic ${Buffer.from('app:secret').toString('base64')}`;
  const answers = [
    await createPin(),
    await app.inject({
      method: 'POST',
      url: `/platform/oauth/?client_id=app&redirect_uri=${redirectUri}&response_type=code&scope=boards:read`,
      headers: form,
      payload: 'decision=approve&username=bob',
    }),
    await app.inject({
      method: 'POST',
      url: '/platform/v5/oauth/token',
      headers: { ...form, authorization: basic },
      payload: `grant_type=authorization_code&code=${unused}&redirect_uri=${redirectUri}`,
    }),
    await app.inject({ method: 'POST', url: '/platform/_control/boards', payload: { username: 'ann', name: 'x' } }),
    await app.inject({
      method: 'POST',
      url: '/platform/_control/faults',
      payload: { operation: '*', status: 500, times: 1, title: 'never' },
    }),
    await app.inject({ method: 'POST', url: '/platform/_control/settings', payload: { read_lag_ms: 1 } }),
    await app.inject({ method: 'POST', url: '/platform/_control/tokens/revoke', payload: { username: 'ann' } }),
    await app.inject({ method: 'DELETE', url: '/platform/_control/faults' }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(answers.length).fill(500));
  await app.close();
});
