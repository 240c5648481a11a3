import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

let service: RunningService;
let account: Account;
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

beforeAll(async () => {
  service = await startService({ WEBHOOK_TARGETS: 'any', DEFAULT_PLAN: 'pro' });
  account = await register(service.call);
  document = (await service.call('GET', '/openapi.json')).body;
});
afterAll(() => service.stop());

/** Where the faults of an answer stand, without `body`. */
async function faultsOf(method: string, path: string, body: unknown): Promise<string[]> {
  const answer = await service.call(method, path, body, account.session);
  expect([path, answer.status, answer.body.error.code]).toEqual([path, 422, 'validation_error']);
  const errors = answer.body.error.errors as { loc: (string | number)[] }[];
  return errors.filter(({ loc }) => loc[0] === 'body').map(({ loc }) => loc.slice(1).join('.'));
}

/** Every JSON body with obligatory fields, of every route. */
function obligatory(): [string, string, readonly string[]][] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]): [string, string, readonly string[]][] => {
      const given = requestBody?.content['application/json']?.schema;
      const schema = given?.$ref ? document.components.schemas[given.$ref.split('/').at(-1) ?? ''] : given;
      const required = schema?.required ?? [];
      return required.length === 0 ? [] : [[method.toUpperCase(), path.replace(/\{\w+\}/g, newId()), required]];
    }),
  );
}

// A body without a good token is refused for that alone.
const byToken = ['/v1/auth/reset-password'];
// A dry run answers 200 and tells the faults as a check.
const dryRun = /\/validate$/;

it('an empty body names every obligatory field, whatever the route', async () => {
  const bodies = obligatory().filter(([, path]) => !byToken.includes(path) && !dryRun.test(path));
  expect(bodies.length).toBeGreaterThan(14);
  for (const [method, path, required] of bodies) {
    const faults = await faultsOf(method, path, {});
    expect([path, required.filter((field) => !faults.includes(field))]).toEqual([path, []]);
  }
});

const pinOf = (changes: object) => ({ account_id: 'x', board_id: 'x', title: '', ...changes });

it.each([
  ['POST', '/v1/pins', {}, ['account_id', 'board_id', 'title', 'image_url']],
  [
    'POST',
    '/v1/pins',
    pinOf({ image_url: 'ftp://x', asset_id: newId(), colour: 'red' }),
    ['account_id', 'board_id', 'title', 'image_url', 'asset_id', 'colour'],
  ],
  [
    'POST',
    '/v1/pins',
    pinOf({ image_url: 'https://a.example/b.jpg', related_terms: ['good', 5, 'x'.repeat(101)] }),
    ['account_id', 'board_id', 'title', 'related_terms.1', 'related_terms.2'],
  ],
  ['POST', '/v1/pins', pinOf({ image_url: 'https://a.example/b.jpg', constructor: 1 }), ['account_id', 'board_id', 'title', 'constructor']],
  [
    'POST',
    '/v1/schedules',
    pinOf({ image_url: 'https://a.example/b.jpg', run_at: '2020-01-01T00:00:00Z' }),
    ['account_id', 'board_id', 'title', 'run_at'],
  ],
  [
    'POST',
    '/v1/pins',
    { title: 'a\0', description: '\ud800', image_url: 'https://a.example/b.jpg' },
    ['title', 'description', 'account_id', 'board_id'],
  ],
  ['POST', '/v1/pins/bulk-retry', { ids: [newId(), 'x', 7], more: 1 }, ['ids.1', 'ids.2', 'more']],
  ['POST', '/v1/pins/batch', { more: 1 }, ['pins', 'more']],
  [
    'POST',
    '/v1/api-keys',
    { scopes: ['read', 'all'], platform_account_ids: [newId(), 'x'] },
    ['name', 'scopes.1', 'platform_account_ids.1'],
  ],
  ['POST', '/v1/webhooks', { url: 'ftp://x', events: ['pin.published', 'pin.x'], secret: 'short' }, ['url', 'events.1', 'secret']],
  ['POST', '/v1/platform/boards', { name: '', visibility: 'PUBLIC', privacy: 'SECRET' }, ['account_id', 'name', 'privacy']],
  ['POST', '/v1/auth/login/second-factor', {}, ['ticket', 'code']],
  ['POST', '/v1/auth/login/second-factor', { code: '123456', recovery_code: 'x'.repeat(24) }, ['ticket', 'code']],
  ['PATCH', `/v1/pins/${newId()}`, { title: '', image_url: 'https://a.example/b.jpg', asset_id: newId() }, ['title', 'asset_id']],
])('%s %s %j names all that is wrong', async (method, path, body, expected) => {
  expect((await faultsOf(method, path, body)).sort()).toEqual([...expected].sort());
});

it('an item of a batch and a dry run do, too', async () => {
  const batch = await service.call('POST', '/v1/pins/batch', { pins: [{}, { title: 5 }] }, account.session);
  const faults = (errors: { loc: unknown[] }[]) => errors.map(({ loc }) => loc.join('.')).sort();
  expect(faults(batch.body.results[0].error.errors)).toEqual(
    ['account_id', 'board_id', 'image_url', 'title'].map((field) => `body.pins.0.${field}`),
  );
  expect(faults(batch.body.results[1].error.errors)).toEqual(
    ['account_id', 'board_id', 'image_url', 'title'].map((field) => `body.pins.1.${field}`),
  );
  const { body } = await service.call('POST', '/v1/schedules/validate', { run_at: '2020-01-01T00:00:00Z' }, account.session);
  expect(faults(body.checks[0].details.errors)).toEqual(
    ['account_id', 'board_id', 'image_url', 'run_at', 'title'].map((field) => `body.${field}`),
  );
});

it('the message says how many there are, and the first', async () => {
  const { body } = await service.call('POST', '/v1/pins', {}, account.session);
  expect(body.detail).toBe('account_id: is required (and 3 more)');
});
