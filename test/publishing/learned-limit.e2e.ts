import { wakeAccount } from '@pps/pins';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, type Uploader } from '../assets/uploader';
import { eventually } from '../setup/eventually';
import { pinctl } from '../operations/projections/pinctl';
import { send } from '../../apps/simulators/testing';
import { servedLog } from '../setup/running-service';

let service: BackgroundService;
let ann: Uploader;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro', PLATFORM_TIMEOUT: '1m', EVENTSTORE_URL: servedLog });
  await service.control('settings', { rate_limits: { org_write: 3 } });
  ann = await newUploader(service, 'limited');
});
afterAll(() => service.stop());

const image = { image_url: 'https://images.example.com/door.jpg' };
const meter = async () => (await ann.get(`/v1/rate-meter?account_id=${ann.accountId}`)).body;
const platformPins = async () => (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?account=limited`)).json;

describe('an account of which the platform takes fewer calls than the service would make', () => {
  it('is held to what the platform announced: the others wait for the next window without being refused', async () => {
    const drafts = Array.from({ length: 5 }, (_, n) => ann.draft({ title: `Door ${n}`, ...image }));
    const { results } = (await ann.post('/v1/pins/batch', { pins: drafts })).body;
    const made = await eventually('three calls', async () => {
      const pins = await platformPins();
      return pins.length === 3 ? pins : undefined;
    });
    // The platform's window began with the first of them; it is known once the answer to the third has come.
    const learned = await eventually('the learned limit', async () => {
      const { account, estimated_start_at } = await meter();
      return account.capacity === 3 && Date.parse(estimated_start_at) - made[0].received_at > 50_000 ? account : undefined;
    });
    expect(learned.refill_rate).toBeCloseTo(3 / 60, 5);
    const statuses = async () =>
      Promise.all(results.map(async ({ pin }: { pin: { id: string } }) => (await ann.get(`/v1/pins/${pin.id}`)).body));
    const pins = await eventually('three published', async () => {
      const all = await statuses();
      return all.filter(({ status }) => status === 'published').length === 3 ? all : undefined;
    });
    expect(pins.filter(({ status }) => status === 'queued' || status === 'deferred')).toHaveLength(2);
    expect(pins.every(({ attempts }) => attempts <= 1)).toBe(true);
  });

  it('is let go once the platform allows more', async () => {
    await service.control('settings', { rate_limits: { org_write: 6_000 } });
    // As if its window had passed.
    await service.parts.db('pins.pacing_bucket').where('name', 'like', 'account:%').update({ parked_until: null, tokens: 3 });
    await wakeAccount(service.parts.db, ann.accountId);
    await eventually('the old pace', async () => ((await meter()).account.capacity === 50 ? true : undefined));
    await eventually('all five', async () => ((await platformPins()).length === 5 ? true : undefined));
  });
});

describe('an account that the platform tells to wait for years, in words that nobody can store', () => {
  const settings = () => {
    const { DATABASE_URL = '', EVENTSTORE_URL = '', DATA_DIR } = service.parts.configuration;
    return { DATABASE_URL, EVENTSTORE_URL, DATA_DIR };
  };
  const accounts = (...args: string[]) => pinctl(settings(), 'accounts', ...args);

  it('waits for a day at most, goes on when an operator says so, and stops nothing meanwhile', async () => {
    const message = `a\0b${'x'.repeat(295)}😀 half ${'😀'.slice(0, 1)}`;
    const headers = { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' };
    await service.control('faults', { operation: 'pins.create', status: 429, code: 8, message, headers, times: 1 });
    const { id } = (await ann.post('/v1/pins', ann.draft({ title: 'Parked', ...image }))).body;
    // An attempt that the worker had no time for puts it off, too, until at once.
    const deferred = await eventually('put off for long', async () => {
      const { body } = await ann.get(`/v1/pins/${id}`);
      return body.status === 'deferred' && Date.parse(body.next_attempt_at) > Date.now() + 3_600_000 ? body : undefined;
    });
    expect(deferred.error_message).toBe(`a\ufffdb${'x'.repeat(295)}😀 `);
    expect(Date.parse(deferred.next_attempt_at) - Date.now()).toBeLessThanOrEqual(86_400_000);
    const listed = JSON.parse((await accounts('parked', '--json')).stdout);
    expect(listed).toEqual([{ accountId: ann.accountId, parkedUntil: expect.any(String), waitingPins: 1 }]);
    expect(await accounts('unpark', ann.accountId)).toMatchObject({
      code: 0,
      stdout: `${ann.accountId} goes on; 1 pins that were put off are due now`,
    });
    await ann.pinIn('published', id);
    expect(await accounts('unpark', ann.accountId)).toMatchObject({ code: 1, stderr: `the account ${ann.accountId} is not parked` });
    const { items } = (await ann.get(`/v1/pins/${id}/timeline`)).body;
    expect(items.map(({ actor }: { actor: string }) => actor)).toContainEqual(expect.stringMatching(/^system:operator /));
  });
});
