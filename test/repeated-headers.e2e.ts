import { request } from 'node:http';
import { newId } from '@pps/kernel';
import type { Answer } from './setup/caller';
import { connectAs, newSession, type Headers } from './setup/platform-user';
import { startPlatformService, type PlatformService } from './setup/platform-service';

let service: PlatformService;
let key: Headers;
let accountId: string;
let boardId: string;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'playground' });
  const session = await newSession(service.call);
  key = { 'x-api-key': (await service.call('POST', '/v1/api-keys', { name: 'pins' }, session)).body.api_key };
  accountId = (await connectAs(service.call, key, { username: `pins-${newId()}` })).body.account_id;
  boardId = (await service.call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key)).body[0].id;
}, 60_000);

afterAll(() => service.stop());

const draft = () => ({
  account_id: accountId,
  board_id: boardId,
  title: 'Blue door',
  image_url: 'https://images.example.com/door.jpg',
});

describe('a header given twice', () => {
  /** Sent as the lines they are: fetch would make one of them. */
  const answered = (lines: readonly string[], path = '/v1/pins') =>
    new Promise<Answer['body']>((resolve, reject) => {
      const headers = ['host', 'api.test', 'content-type', 'application/json', ...lines];
      const asked = request(`${service.url}${path}`, { method: 'POST', headers, timeout: 10_000 }, (response) => {
        response
          .setEncoding('utf8')
          .toArray()
          .then((chunks) => resolve([response.statusCode, JSON.parse(chunks.join(''))]), reject);
      });
      asked.on('error', reject).end(JSON.stringify(draft()));
    });
  const credential = () => ['X-API-Key', String(key['x-api-key'])];

  it.each(['/v1/pins', '/v1/pins/validate'])('is no idempotency key of %s', async (path) => {
    const [status, body] = await answered([...credential(), 'Idempotency-Key', 'A', 'idempotency-key', 'A'], path);
    expect([status, body.error.errors]).toMatchObject([422, [{ loc: ['header', 'Idempotency-Key'] }]]);
  });

  it('is no credential', async () => {
    const [status, body] = await answered([...credential(), ...credential()]);
    expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    const bearer = ['Authorization', `Bearer ${key['x-api-key']}`];
    const second = await answered([...bearer, ...bearer]);
    expect([second[0], second[1].error.code]).toEqual([401, 'invalid_api_key']);
    expect((await answered(bearer))[0]).toBe(201);
  });
});
