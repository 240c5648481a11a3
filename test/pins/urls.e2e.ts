import { newImporter, type Importer } from '../imports/importer';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';

let service: PlatformService;
let ann: Importer;
let pinId: string;
let scheduleId: string;

const runAt = '2097-03-10t14:55:00z';

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'growth', WEBHOOK_TARGETS: 'any' });
  ann = await newImporter(service);
  pinId = (await ann.post('/v1/pins', ann.row('A door'))).body.id;
  scheduleId = (await ann.post('/v1/schedules', { ...ann.row('A door'), run_at: runAt })).body.id;
});

afterAll(() => service.stop());

const withoutHost = [
  ...['http:example.org', 'https:a', 'HTTP:EXAMPLE.ORG', 'http:example.org:80/x', 'http:/x', 'http:\\\\example.org', 'http:///x'],
  ...['http://example.org/\u0001', 'https://example.org\\@example.net/'],
];
const patch = (path: string, body: object) => service.call('PATCH', path, body, ann.key);
const faults = ({ status, body }: Answer) => [status, body.error?.errors?.map(({ loc }: { loc: unknown }) => loc)];

describe.each(withoutHost)('%j', (url) => {
  it.each(['link_url', 'image_url'])('is no %s, wherever a pin is asked for or changed', async (field) => {
    const wrong = { [field]: url };
    const expected = [422, [['body', field]]];
    expect(faults(await ann.post('/v1/pins', ann.row('A door', wrong)))).toEqual(expected);
    expect(faults(await ann.post('/v1/schedules', { ...ann.row('A door', wrong), run_at: runAt }))).toEqual(expected);
    expect(faults(await patch(`/v1/pins/${pinId}`, wrong))).toEqual(expected);
    expect(faults(await patch(`/v1/schedules/${scheduleId}`, wrong))).toEqual(expected);
    const batch = await ann.post('/v1/pins/batch', { pins: [ann.row('A door', wrong)] });
    expect(batch.body.results[0].error.errors[0].loc).toEqual(['body', 'pins', 0, field]);
    const { body: checked } = await ann.post('/v1/pins/validate', ann.row('A door', wrong));
    expect([checked.valid, checked.checks[0].status]).toEqual([false, 'failed']);
  });

  it('is no cover, no endpoint of a webhook and no site of a company', async () => {
    const cover = { image_url: undefined, asset_id: pinId, cover_image_url: url };
    expect(faults(await ann.post('/v1/pins', ann.row('A door', cover)))).toEqual([422, [['body', 'cover_image_url']]]);
    expect(faults(await ann.post('/v1/webhooks', { url }))).toEqual([422, [['body', 'url']]]);
    const site = await service.call('PUT', '/v1/auth/profile', { company_website: url }, ann.session);
    expect(faults(site)).toEqual([422, [['body', 'company_website']]]);
  });
});

it('URLs with a host are taken, whatever the case of their scheme; a site needs none', async () => {
  const good = { link_url: 'HTTPS://EXAMPLE.ORG/a?b#c', image_url: 'http://127.0.0.1:8080/x' };
  expect((await ann.post('/v1/pins', ann.row('A door', good))).status).toBe(201);
  const site = await service.call('PUT', '/v1/auth/profile', { company_website: 'example.org' }, ann.session);
  expect([site.status, site.body.company_website]).toEqual([200, 'example.org']);
});

describe('moments with a lower-case t and z', () => {
  it('are times of schedules', async () => {
    const made = await ann.post('/v1/schedules', { ...ann.row('A moment'), run_at: runAt });
    expect([made.status, made.body.run_at]).toEqual([201, '2097-03-10T14:55:00.000Z']);
    const moved = await patch(`/v1/schedules/${made.body.id}`, { run_at: '2097-03-11t14:55:00+01:00' });
    expect([moved.status, moved.body.run_at]).toEqual([200, '2097-03-11T13:55:00.000Z']);
  });

  const [since, until] = ['2026-01-01t00:00:00z', '2099-01-01t00:00:00z'];
  it.each([
    `/v1/pins?since=${since}&until=${until}`,
    `/v1/pins?published_since=${since}&published_until=${until}&failed_since=${since}&failed_until=${until}`,
    `/v1/schedules?since=${since}&until=${until}`,
    `/v1/assets?since=${since}&until=${until}`,
    `/v1/activity-logs?since=${since}&until=${until}`,
    '/v1/dashboard/summary?start=2026-01-01t00:00:00z&end=2026-01-02t00:00:00z',
    '/v1/dashboard/summary?start=2026-01-01t00:00:00&end=2026-01-02t00:00:00&tz=UTC',
  ])('are bounds of %s', async (path) => expect((await ann.get(path)).status).toBe(200));

  it('are moments of the past and of a replay', async () => {
    const at = new Date().toISOString().toLowerCase();
    expect((await ann.get(`/v1/pins/${pinId}?as_of=${at}`)).status).toBe(200);
    const { body } = await ann.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' });
    const replay = await ann.post(`/v1/webhooks/${body.id}/replay`, { since: '2026-01-01t00:00:00z', until: at });
    expect(replay.status).toBe(202);
  });
});
