import { newId } from '@pps/kernel';
import type { Call } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { connectPlatformUser, newSession, type Headers } from '../../setup/platform-user';
import { startSeparately, type SeparateProcesses } from './separate-processes';

let service: SeparateProcesses;
let one: Call;
let other: Call;
let key: Headers;
let draft: object;

beforeAll(async () => {
  service = await startSeparately(2);
  [one, other] = service.apis as [Call, Call];
  const session = await newSession(one);
  key = { 'x-api-key': (await one('POST', '/v1/api-keys', { name: 'separate' }, session)).body.api_key };
  const { account_id } = (await connectPlatformUser(one, key, { username: 'separate' })).body;
  const [board] = (await one('GET', `/v1/platform/boards?account_id=${account_id}`, undefined, key)).body;
  draft = { account_id, board_id: board.id, title: 'Two of each', image_url: 'https://images.example.com/two.jpg' };
}, 90_000);

afterAll(() => service.stop(), 60_000);

const create = async (api: Call): Promise<string> => {
  const { status, body } = await api('POST', '/v1/pins', { ...draft, idempotency_key: newId() }, key);
  if (status !== 201) throw new Error(`a creation was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
};

const published = (pinId: string, withinMs: number) =>
  eventually(
    `pin ${pinId} published`,
    async () => ((await other('GET', `/v1/pins/${pinId}`, undefined, key)).body.status === 'published' ? true : undefined),
    withinMs,
  );

describe('the hosts as separate processes, two of each', () => {
  it('show on one API at once what another has answered', async () => {
    const stale = [];
    for (let n = 0; n < 20; n++) {
      const id = await create(n % 2 ? one : other);
      const { status } = await (n % 2 ? other : one)('GET', `/v1/pins/${id}`, undefined, key);
      if (status !== 200) stale.push({ n, status });
    }
    expect(stale).toEqual([]);
  });

  it('refuse on one API at once a key that another has revoked', async () => {
    const made = (await one('POST', '/v1/api-keys', { name: 'short' }, key)).body;
    const revoked = { 'x-api-key': made.api_key };
    expect((await other('GET', '/v1/platform/accounts', undefined, revoked)).status).toBe(200);
    await one('DELETE', `/v1/api-keys/${made.id}`, undefined, key);
    expect((await other('GET', '/v1/platform/accounts', undefined, revoked)).status).toBe(401);
  });

  it('go on publishing when one of each is killed', async () => {
    await published(await create(one), 20_000);
    for (const name of ['projector', 'orchestrator', 'worker'] as const) service.hosts[name][0]?.kill('SIGKILL');
    await published(await create(one), 25_000);
  });
});
