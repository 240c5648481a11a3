import { newId } from '@pps/kernel';
import { newUploader, png, uploadForm, type Uploader } from '../assets/uploader';
import { newImporter, type Importer } from '../imports/importer';
import { newKey } from '../setup/account';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, type Headers } from '../setup/platform-user';
import { send } from '../../apps/simulators/testing';

let service: PlatformService;
let ann: Importer;
let bob: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'growth' });
  ann = await newImporter(service);
  bob = await newUploader(service, `bob-${newId()}`);
});

afterAll(() => service.stop());

const row = (title: string) => ann.row(title);
const batchOf = (...titles: string[]) => ({ pins: titles.map(row) });
const named = (key: string, headers: Headers = ann.key): Headers => ({ ...headers, 'idempotency-key': key });
const pinTitles = async (q: string): Promise<string[]> =>
  (await ann.get(`/v1/pins?limit=200&q=${q}`)).body.map(({ title }: { title: string }) => title);
const upload = async (key: string, bytes: Buffer, filename = 'door.png', headers: Headers = bob.key) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), filename);
  return uploadForm(`${service.url}/v1/assets/images`, form, named(key, headers));
};
const boardNames = async (): Promise<string[]> =>
  (await ann.get(`/v1/platform/boards?account_id=${ann.accountId}`)).body.map(({ name }: { name: string }) => name);

type Ask = (key: string, what: string, headers?: Headers) => Promise<Answer>;

/** Every route that makes something, asked under a key for something. */
const routes: readonly [string, number, Ask][] = [
  ['POST /v1/pins/batch', 200, (key, what, headers) => ann.post('/v1/pins/batch', batchOf(what, `${what} too`), named(key, headers))],
  ['POST /v1/pins/imports/json', 202, (key, what, headers) => ann.sendJson([row(what)], named(key, headers))],
  ['POST /v1/pins/imports/csv', 202, (key, what, headers) => ann.sendCsv(csvOf(what), named(key, headers))],
  [
    'POST /v1/platform/boards',
    201,
    (key, what, headers) => ann.post('/v1/platform/boards', { account_id: ann.accountId, name: what }, named(key, headers)),
  ],
  ['POST /v1/assets/images', 201, async (key, what) => upload(key, await png(10 + (what.length % 40), 20), `${what}.png`)],
];

function csvOf(title: string): string {
  const fields = row(title);
  return [Object.keys(fields).join(','), Object.values(fields).join(',')].join('\r\n');
}

describe.each(routes)('%s', (_, status, ask) => {
  it('answers the same content under the same key as the first time', async () => {
    const [key, what] = [newId(), `Twin ${newId()}`];
    const first = await ask(key, what);
    const again = await ask(key, what);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([status, null]);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([status, 'true', first.body]);
  });

  it('refuses other content under that key, and takes it under another', async () => {
    const [key, what] = [newId(), `First ${newId()}`];
    expect((await ask(key, what)).status).toBe(status);
    const other = await ask(key, `Other ${what}`);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await ask(newId(), `Other ${what}`)).status).toBe(status);
  });

  it('of many at once under one key does one', async () => {
    const [key, what] = [newId(), `At once ${newId()}`];
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(key, what)));
    const done = answers.filter(({ body }) => !body.error);
    expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const { body } of done) expect(body).toEqual(done[0]?.body);
    for (const each of answers.filter(({ body }) => body.error)) {
      expect([each.status, each.body.error.code, Number(each.headers.get('retry-after'))]).toEqual([409, 'conflict', 1]);
    }
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
  ])('refuses a key that is %s', async (__, key) => {
    const { status: refused, body } = await ask(key, `No ${newId()}`);
    expect([refused, body.error.errors[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
    expect((await ask('k'.repeat(200) + newId(), `Long ${newId()}`)).status).toBe(status);
  });
});

/** As if the process had died between what it did and its record of that, and its hold were over. */
const forgetAnswers = () =>
  service.parts.db.raw('update idempotency.key_record set answer = null, held_until = clock_timestamp() where answer is not null');

describe.each(routes)('%s, where the process died before it answered', (_, status, ask) => {
  it('is not done twice', async () => {
    const [key, what] = [newId(), `Crash ${newId()}`];
    const first = await ask(key, what);
    await forgetAnswers();
    const again = await ask(key, what);
    expect([again.status, again.body.id]).toEqual([status, first.body.id]);
    if (first.body.results?.length > 0) {
      expect(again.body).toMatchObject({ created_count: first.body.created_count, existing_count: 0 });
      const ids = (answer: Answer) => answer.body.results.map(({ pin }: Answer['body']) => pin.id);
      expect(ids(again)).toEqual(ids(first));
    }
    await forgetAnswers();
    expect((await ask(key, `Other ${what}`)).body.error.code).toBe('idempotency_key_reused');
  });
});

describe('a batch under a key', () => {
  it('publishes nothing twice, and its items keep their keys', async () => {
    const [key, mark] = [newId(), `n${newId().slice(-8)}`];
    const body = batchOf(`${mark} one`, `${mark} two`);
    const first = await ann.post('/v1/pins/batch', body, named(key));
    const again = await ann.post('/v1/pins/batch', body, named(key));
    const headroom = ['x-service-quota-used', 'x-platform-ratelimit-capacity'] as const;
    expect(headroom.map((name) => again.headers.get(name))).toEqual(headroom.map((name) => first.headers.get(name)));
    expect((await pinTitles(mark)).sort()).toEqual([`${mark} one`, `${mark} two`]);
    const { idempotency_key: itemKey, pin } = first.body.results[1];
    const alone = await ann.post('/v1/pins', { ...body.pins[1], idempotency_key: itemKey });
    expect([alone.headers.get('idempotent-replayed'), alone.body.id]).toEqual(['true', pin.id]);
  });

  it('publishes nothing twice, also when nothing is known of its key any more', async () => {
    const [key, mark] = [newId(), `n${newId().slice(-8)}`];
    await ann.post('/v1/pins/batch', batchOf(mark), named(key));
    await service.parts.db.raw('delete from idempotency.key_record');
    const again = await ann.post('/v1/pins/batch', batchOf(mark), named(key));
    expect([again.body.created_count, again.body.existing_count]).toEqual([0, 1]);
  });

  it('has the same content in whatever order its fields come', async () => {
    const [key, pin] = [newId(), row(`Order ${newId()}`)];
    await ann.post('/v1/pins/batch', { pins: [pin] }, named(key));
    const turned = Object.fromEntries(Object.entries(pin).reverse());
    const again = await ann.post('/v1/pins/batch', { pins: [turned] }, named(key));
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('that was refused leaves its key free for any content', async () => {
    const key = newId();
    expect((await ann.post('/v1/pins/batch', { pins: [] }, named(key))).status).toBe(422);
    expect((await ann.post('/v1/pins/batch', batchOf(`Free ${key}`), named(key))).status).toBe(200);
  });
});

describe('a key', () => {
  it('is that of one route: on another it names another request', async () => {
    const key = newId();
    for (const [, status, ask] of routes) expect((await ask(key, `Route ${newId()}`)).status).toBe(status);
  });

  it('is that of one project: in another workspace it names another request, and shows nothing', async () => {
    const [key, other] = [newId(), await newImporter(service)];
    await ann.post('/v1/pins/batch', batchOf('Ours'), named(key));
    const theirs = await other.post('/v1/pins/batch', batchOf('Ours'), named(key, other.key));
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(theirs.body.results[0].error.code).toBe('not_found');
  });

  it('shows a credential with fewer accounts no answer of one with more', async () => {
    const second = (await connectPlatformUser(service.call, ann.session, { username: `u${newId()}` })).body.account_id;
    const narrow = (await newKey(service.call, ann.session, { platform_account_ids: [second] })).headers;
    const [key, body] = [newId(), batchOf(`Wide ${newId()}`)];
    await ann.post('/v1/pins/batch', body, named(key));
    const refused = await ann.post('/v1/pins/batch', body, named(key, narrow));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_not_permitted']);
    // What the narrow one was answered it sees again, and so does who sees more.
    const own = newId();
    const first = await ann.post('/v1/pins/batch', body, named(own, narrow));
    for (const headers of [narrow, ann.key]) {
      const again = await ann.post('/v1/pins/batch', body, named(own, headers));
      expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    }
  });

  it('shows a limited key no asset that another one uploaded', async () => {
    const keyWith = async () => (await newKey(service.call, bob.key, { platform_account_ids: [bob.accountId] })).headers;
    const [key, bytes, one, other] = [newId(), await png(), await keyWith(), await keyWith()];
    expect((await upload(key, bytes, 'door.png', one)).status).toBe(201);
    expect((await upload(key, bytes, 'door.png', other)).body.error.code).toBe('account_not_permitted');
    expect((await upload(key, bytes, 'door.png', one)).headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a board under a key', () => {
  it('is made once when the platform’s answer is lost and the request is sent again', async () => {
    const [key, name] = [newId(), `Lost ${newId()}`];
    await service.control('faults', { operation: 'boards.create', drop_after_commit: true, times: 1 });
    const ask = () => ann.post('/v1/platform/boards', { account_id: ann.accountId, name }, named(key));
    const lost = await ask();
    expect([lost.status, lost.body.error.code]).toEqual([503, 'platform_unavailable']);
    const found = await ask();
    expect([found.status, found.body.name]).toEqual([201, name]);
    expect((await boardNames()).filter((each) => each === name)).toHaveLength(1);
    const again = await ask();
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', found.body]);
  });

  it('is made where the platform has not made it', async () => {
    const [key, name] = [newId(), `Down ${newId()}`];
    await service.control('faults', { operation: 'boards.create', status: 503, times: 1 });
    const ask = () => ann.post('/v1/platform/boards', { account_id: ann.accountId, name }, named(key));
    expect((await ask()).status).toBe(503);
    const made = await ask();
    expect([made.status, made.headers.get('idempotent-replayed'), (await boardNames()).includes(name)]).toEqual([201, null, true]);
    await send('DELETE', `${service.simulatorsUrl}/platform/_control/faults`);
  });
});

describe('an asset under a key', () => {
  it('takes its room once', async () => {
    const [key, bytes] = [newId(), await png()];
    const first = await upload(key, bytes);
    const list = await bob.get('/v1/assets');
    expect((await upload(key, bytes)).body).toEqual(first.body);
    expect((await bob.get('/v1/assets')).body.storage_used_bytes).toBe(list.body.storage_used_bytes);
  });
});
