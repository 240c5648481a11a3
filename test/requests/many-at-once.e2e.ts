import { Agent, request } from 'undici';
import { newKey, register } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

/** 400 in the suite; `REQUESTS=10000 npx jest test/requests/many` sends as many. */
const requests = Number(process.env['REQUESTS'] ?? 400);
const workspaces = 4;
const connections = 250;

let service: RunningService;
const agent = new Agent({ connections, pipelining: 1 });

beforeAll(async () => void (service = await startService()));
afterAll(async () => {
  await agent.close();
  await service.stop();
});

type Headers = Readonly<Record<string, string>>;

/** Ids of the requests for pins that a key finds, page by page. */
async function findKept(headers: Headers): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await service.call('GET', `/v1/requests?limit=200&route=/v1/pins${cursor}`, undefined, headers);
    ids.push(...(body.items as { request_id: string }[]).map((item) => item.request_id));
    if (body.next_cursor === null) return ids;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

it(
  'of many requests that come at once, each that was answered can be looked up, once',
  async () => {
    const keys: Headers[] = [];
    for (let n = 0; n < workspaces; n += 1) keys.push((await newKey(service.call, (await register(service.call)).session)).headers);
    const sent = await Promise.all(
      Array.from({ length: requests }, async (_, n) => {
        const key = keys[n % workspaces] as Headers;
        const { statusCode, headers, body } = await request(`${service.url}/v1/pins?limit=1`, { headers: key, dispatcher: agent });
        await body.dump();
        return { key, id: String(headers['x-request-id']), status: statusCode };
      }),
    );
    const statuses = new Map<number, number>();
    for (const { status } of sent) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect([...statuses.keys()]).toEqual([200]);
    for (const key of keys) {
      const own = sent.filter((each) => each.key === key).map(({ id }) => id);
      expect([...(await findKept(key))].sort()).toEqual([...own].sort());
    }
  },
  Math.max(300_000, requests * 60),
);
