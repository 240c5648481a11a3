import { pause } from '@pps/concurrency';
import { send } from '../../apps/simulators/testing';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, png, type Uploader } from '../assets/uploader';
import { electingEventStore, type ElectingEventStore } from '../setup/electing-event-store';
import { eventually } from '../setup/eventually';
import { freshEventStore, type FreshEventStore } from '../setup/fresh-event-store';
import { firstWait } from '../setup/first-wait';

let store: FreshEventStore;
let cluster: ElectingEventStore;
let service: BackgroundService;
let ann: Uploader;
let users = 0;

beforeAll(async () => {
  store = await freshEventStore();
  cluster = await electingEventStore(store.url);
  service = await startBackgroundService({
    DEFAULT_PLAN: 'pro',
    RECONCILE_AFTER: '500ms,1s',
    PLATFORM_TIMEOUT: '1m',
    EVENTSTORE_URL: cluster.url,
  });
});
afterAll(async () => {
  await service.stop();
  await cluster.stop();
  await store.stop();
});
afterEach(() => release());
beforeEach(async () => void (ann = await newUploader(service, `in-flight-${++users}`)));

const image = { image_url: 'https://images.example.com/door.jpg' };
/** The call that creates the pin is not answered until `release`. */
const hold = (title: string) => service.control('faults', { operation: 'pins.create', title, delay_ms: 600_000, times: 1 });
/** Nor is any reading of a board. */
const holdReads = () => service.control('faults', { operation: 'board_pins.list', delay_ms: 600_000 });
const release = () => send('DELETE', `${service.simulatorsUrl}/platform/_control/faults`);

/** The call that is held has reached the platform; its pin is `publishing` some time before. */
const arrived = (title: string) =>
  eventually(`the call for ${title}`, async () => {
    const { json } = await send('GET', `${service.simulatorsUrl}/platform/_control/faults`);
    return json.some((fault: { readonly title?: string }) => fault.title === title) ? undefined : true;
  });

async function createPin(fields: object): Promise<string> {
  const { status, body } = await ann.post('/v1/pins', ann.draft(fields));
  if (status !== 201) throw new Error(`creation answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

const atPlatform = async (title: string) =>
  (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`)).json;

const steps = async (pinId: string): Promise<string[]> =>
  (await ann.get(`/v1/pins/${pinId}/timeline`)).body.items.map(({ type }: { type: string }) => type);

const inDoubt = (pinId: string) =>
  eventually(`an unknown outcome of ${pinId}`, async () => ((await steps(pinId)).includes('PinPublishOutcomeUnknown') ? true : undefined));

describe('an account that is revoked', () => {
  const revoke = () => ann.remove(`/v1/platform/accounts/${ann.accountId}`);

  it('while its pin is being created: what the platform answers then is true, and nothing else of it goes out', async () => {
    await hold('Revoked in a call');
    const open = await createPin({ title: 'Revoked in a call', ...image });
    await arrived('Revoked in a call');
    const waiting = await createPin({ title: 'Waits behind it', ...image });
    expect((await revoke()).status).toBe(204);
    expect(await ann.pinIn('failed', waiting)).toMatchObject({ error_code: 'account_revoked', attempts: 0 });
    await release();
    const ended = await eventually('an end', async () => {
      const { body } = await ann.get(`/v1/pins/${open}`);
      return ['published', 'failed'].includes(body.status) ? body : undefined;
    });
    const made = await atPlatform('Revoked in a call');
    expect(ended.status).toBe(made.length === 1 ? 'published' : 'failed');
    expect(await atPlatform('Waits behind it')).toEqual([]);
  });

  it('while it is unknown whether its pin was created: the pin fails, and says why', async () => {
    await service.control('faults', { operation: 'pins.create', title: 'Revoked while unknown', drop_after_commit: true, times: 1 });
    await service.control('faults', { operation: 'board_pins.list', status: 503, times: 100 });
    const pinId = await createPin({ title: 'Revoked while unknown', ...image });
    await inDoubt(pinId);
    expect((await revoke()).status).toBe(204);
    const failed = await ann.pinIn('failed', pinId);
    expect(failed).toMatchObject({ error_code: 'account_revoked', error_message: expect.stringContaining('before it was certain') });
    expect(await atPlatform('Revoked while unknown')).toHaveLength(1);
  });
});

describe('an uploaded image that is deleted', () => {
  const upload = async (size: number): Promise<string> => (await ann.upload('images', await png(size, size))).body.id;
  const remove = (assetId: string) => ann.remove(`/v1/assets/${assetId}?confirm=true`);

  it('while the platform is being given it: the pin is published, once', async () => {
    await hold('Deleted in a call');
    const assetId = await upload(61);
    const pinId = await createPin({ title: 'Deleted in a call', asset_id: assetId });
    await arrived('Deleted in a call');
    expect((await remove(assetId)).status).toBe(200);
    await release();
    expect(await ann.pinIn('published', pinId)).toMatchObject({ attempts: 1 });
    expect(await atPlatform('Deleted in a call')).toHaveLength(1);
  });

  it('while it is unknown whether its pin was created: the pin is found, and not asked for again', async () => {
    await service.control('faults', { operation: 'pins.create', title: 'Deleted while unknown', drop_after_commit: true, times: 1 });
    await holdReads();
    const assetId = await upload(62);
    const pinId = await createPin({ title: 'Deleted while unknown', asset_id: assetId });
    await inDoubt(pinId);
    expect((await remove(assetId)).status).toBe(200);
    await release();
    await ann.pinIn('published', pinId);
    expect(await atPlatform('Deleted while unknown')).toHaveLength(1);
  });

  it('while its outcome is unknown and the platform has nothing: the pin fails, because it cannot be sent again', async () => {
    await service.control('faults', { operation: 'pins.create', title: 'Deleted and lost', status: 500, times: 1 });
    await holdReads();
    const assetId = await upload(63);
    const pinId = await createPin({ title: 'Deleted and lost', asset_id: assetId });
    await inDoubt(pinId);
    expect((await remove(assetId)).status).toBe(200);
    await release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'asset_not_found' });
    expect(await atPlatform('Deleted and lost')).toEqual([]);
  });
});

describe('a token', () => {
  it('that ends while calls are open is refreshed, and every pin is published, once', async () => {
    const titles = ['a', 'b', 'c'].map((name) => `Expired under ${name} ${users}`);
    const boards = [ann.boardId, ...(await moreBoards(2))];
    for (const title of titles) await hold(title);
    const pins = await Promise.all(titles.map((title, index) => createPin({ title, board_id: boards[index], ...image })));
    for (const title of titles) await arrived(title);
    await service.control('tokens/expire', { username: ann.username });
    await release();
    for (const pinId of pins) await ann.pinIn('published', pinId);
    for (const title of titles) expect(await atPlatform(title)).toMatchObject([{ count: 1 }]);
    expect((await ann.get('/v1/platform/accounts')).body).toMatchObject([{ health_status: 'healthy' }]);
  });

  it('that was taken back while a call is open fails the pin, and the account says so', async () => {
    await hold('Taken back');
    const pinId = await createPin({ title: 'Taken back', ...image });
    await arrived('Taken back');
    await service.control('tokens/revoke', { username: ann.username });
    await release();
    const { error_code } = await ann.pinIn('failed', pinId);
    expect(['token_revoked', 'token_expired']).toContain(error_code);
    expect(await atPlatform('Taken back')).toEqual([]);
    expect((await ann.get('/v1/platform/accounts')).body).toMatchObject([{ health_status: 'reconnect_required' }]);
  });

  async function moreBoards(count: number): Promise<string[]> {
    await service.control('boards', { username: ann.username, name: 'More', count });
    const { body } = await ann.get(`/v1/platform/boards?account_id=${ann.accountId}`);
    return body.map(({ id }: { id: string }) => id).filter((id: string) => id !== ann.boardId);
  }
});

describe('a pin that is held back', () => {
  it('says until when, and continues automatically', async () => {
    await service.control('faults', { operation: 'pins.create', title: 'Held', status: 429, headers: { 'retry-after': '2' }, times: 1 });
    const pinId = await createPin({ title: 'Held', ...image });
    const published = await ann.pinIn('published', pinId);
    expect(published).toMatchObject({ attempts: 1, next_attempt_at: null, error_code: null });
    const { startedAt, until } = firstWait((await ann.get(`/v1/pins/${pinId}/timeline`)).body.items);
    expect(until - startedAt).toBeGreaterThanOrEqual(2_000);
    expect(Date.parse(published.published_at)).toBeGreaterThanOrEqual(until);
  });
});

describe('an event store that elects a leader', () => {
  it.each([
    ['UNAVAILABLE', 1_000],
    ['NotLeader', 4_000],
  ] as const)('with %s for %i ms costs waiting: pins sent meanwhile are queued and published, each once', async (answer, ms) => {
    const name = (n: number) => `Elected ${answer} ${n}`;
    await hold(name(0));
    const open = await createPin({ title: name(0), ...image });
    await arrived(name(0));
    const used = (await ann.get('/v1/billing/status')).body.quota_used;
    cluster.begin(answer);
    await release();
    const sent = Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => {
        await pause((ms * n) / 7);
        return createPin({ title: name(n), idempotency_key: name(n), ...image });
      }),
    );
    // On a machine that stands still a second may pass without a call.
    const elect = async () => {
      await pause(ms);
      await eventually('calls that the election refused', async () => cluster.refused() > 5 || undefined);
      cluster.end();
    };
    await Promise.all([sent.catch(() => undefined), elect()]);
    for (const pinId of [open, ...(await sent)]) await ann.pinIn('published', pinId);
    for (const n of [0, 1, 2, 3, 4, 5, 6]) expect(await atPlatform(name(n))).toMatchObject([{ count: 1 }]);
    expect((await ann.get('/v1/billing/status')).body.quota_used).toBe(used + 6);
  });
});
