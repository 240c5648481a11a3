import { newId } from '@pps/kernel';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { consentAsPlatformUser, newSession, type Headers } from '../setup/platform-user';

let service: PlatformService;
let session: Headers;

beforeAll(async () => {
  service = await startPlatformService({ LOG_LEVEL: 'trace' });
  session = await newSession(service.call);
});

afterAll(() => service.stop());

const answers: Answer[] = [];
const call = async (method: string, path: string, headers = session) => {
  const answer = await service.call(method, path, undefined, headers);
  answers.push(answer);
  return answer;
};

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function tokensOf(accountId: string): Promise<Pair> {
  const facts = await service.parts.store.read(`connection-${accountId}`);
  const refs = facts.flatMap(({ data }) => (data as { tokenRef?: string }).tokenRef ?? []);
  const pair = await service.parts.vault.get<Pair>(refs.at(-1) ?? '');
  if (!pair) throw new Error(`${accountId} has no tokens`);
  return pair;
}

it('never shows a code, a token or the application’s secret, even where the platform repeats them in its words', async () => {
  const username = `u${newId()}`;
  const path = await consentAsPlatformUser(service.call, session, { username });
  const code = new URL(path, 'http://pins.test').searchParams.get('code') ?? '';
  const { body } = await call('GET', path, { accept: 'application/json' });
  const accountId: string = body.account_id;
  const boards = `/v1/platform/boards?account_id=${accountId}`;
  const [board] = (await call('GET', boards)).body;
  const first = await tokensOf(accountId);

  const echo = (operation: string, status: number, secret: string) =>
    service.control('faults', { operation, status, code: 1, message: `bad ${secret}; app-secret`, times: 1 });
  for (const status of [400, 403, 404, 409, 429, 500, 503]) {
    await echo('boards.list', status, first.access_token);
    expect((await call('GET', boards)).status).toBeGreaterThanOrEqual(400);
    await echo('boards.get', status, first.access_token);
    await call('GET', `/v1/platform/boards/${board.id}/access?account_id=${accountId}&fresh=true`);
  }
  await service.control('tokens/expire', { username });
  await echo('token', 500, first.refresh_token);
  expect((await call('GET', boards)).status).toBe(503);
  expect((await call('GET', boards)).status).toBe(200);
  const second = await tokensOf(accountId);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await service.control('tokens/expire', { username });
  await echo('token', 400, second.refresh_token);
  expect((await call('GET', boards)).body.error.code).toBe('token_revoked');
  const again = await consentAsPlatformUser(service.call, session, { username }, accountId);
  await echo('token', 400, new URL(again, 'http://pins.test').searchParams.get('code') ?? '');
  expect((await call('GET', again, { accept: 'application/json' })).body.error.code).toBe('access_denied');

  const secrets = [code, first.access_token, first.refresh_token, second.access_token, second.refresh_token, 'app-secret'];
  expect(secrets.every((secret) => secret.length >= 10)).toBe(true);
  expect(service.log.length).toBeGreaterThan(10);
  expect(service.log.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  const shown = answers.map((answer) => JSON.stringify([answer.body, [...answer.headers]]));
  expect(shown.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
});
