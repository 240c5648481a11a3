import { videoFile } from '@pps/assets/testing';
import { assetSpaceStream } from '@pps/assets/events';
import { randomUUID } from 'node:crypto';
import { newKey } from '../setup/account';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newUploader, png, refusal, type Uploader } from './uploader';

let service: PlatformService;
let ann: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'starter', WEBHOOK_TARGETS: 'any' });
  ann = await newUploader(service, 'ann');
});
afterAll(() => service.stop());

describe('the storage of a plan', () => {
  const gibibyte = 1024 ** 3;

  /** Room that was taken by an upload of this age, and never used. */
  async function taken(projectId: string, bytes: number, minutesAgo: number): Promise<void> {
    const takenAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const origin = { projectId, epoch: 0, actor: { type: 'system' as const }, occurredAt: takenAt };
    const fact = { type: 'AssetSpaceTaken' as const, data: { assetId: randomUUID(), bytes, takenAt } };
    await service.parts.streams.decide(assetSpaceStream, `${projectId}-0`, origin, () => [fact]);
  }

  it('is never exceeded, by any number of uploads at once', async () => {
    const eve = await newUploader(service, 'eve');
    const first = (await eve.upload('images', await png())).body;
    await taken(first.workspace_id, 2 * gibibyte - 4 * first.file_size_bytes, 1);
    const answers = await Promise.all(Array.from({ length: 10 }, async () => eve.upload('images', await png())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused && [...refusal(refused), refused.body.error.limit, refused.body.error.upgrade_url]).toEqual([
      403,
      'plan_limit',
      'storage',
      expect.stringContaining('/billing'),
    ]);
    await eve.remove(`/v1/assets/${first.id}`);
  });

  it('is given back by uploads whose process ended half way, once that is certain', async () => {
    const finn = await newUploader(service, 'finn');
    const { workspace_id: projectId } = (await finn.upload('images', await png())).body;
    await taken(projectId, gibibyte, 5);
    await taken(projectId, gibibyte - 2_000, 11);
    expect((await finn.upload('images', await png(500, 500))).status).toBe(201);
    expect((await finn.get('/v1/assets')).body).toMatchObject({ total: 2 });
    expect((await finn.get('/v1/assets')).body.storage_used_bytes).toBeLessThan(gibibyte + 100_000);
    await taken(projectId, gibibyte - 2_000, 5);
    expect(refusal(await finn.upload('images', await png(500, 500)))).toEqual([403, 'plan_limit']);
  });
});

describe('pins of uploaded files', () => {
  it('are edited by a key of their account too, which shows nothing else that others uploaded', async () => {
    const [shown, unseen] = [(await ann.upload('images', await png(70))).body.id, (await ann.upload('images', await png(80))).body.id];
    const { headers } = await newKey(service.call, ann.key, { platform_account_ids: [ann.accountId] });
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const schedule = await ann.post('/v1/schedules', ann.draft({ asset_id: shown, run_at }));
    const edit = (fields: object) => service.call('PATCH', `/v1/schedules/${schedule.body.id}`, fields, headers);
    const edited = await edit({ title: 'Red door' });
    expect([edited.status, edited.body.payload.title, edited.body.payload.asset_id]).toEqual([200, 'Red door', shown]);
    expect(refusal(await edit({ asset_id: unseen }))).toEqual([422, 'asset_not_found']);
    await ann.remove(`/v1/assets/${shown}?confirm=true`);
    expect(refusal(await edit({ title: 'Green door' }))).toEqual([422, 'asset_not_found']);
    await Promise.all([ann.remove(`/v1/schedules/${schedule.body.id}`), ann.remove(`/v1/assets/${unseen}`)]);
  });

  it('name what the project has, a cover only for a video', async () => {
    const image = (await ann.upload('images', await png())).body.id;
    const video = (await ann.upload('videos', videoFile())).body.id;
    expect(refusal(await ann.post('/v1/pins', ann.draft({ asset_id: randomUUID() })))).toEqual([422, 'asset_not_found']);
    const cover = await ann.post('/v1/pins', ann.draft({ asset_id: image, cover_image_asset_id: image }));
    expect([...refusal(cover), cover.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'cover_image_asset_id']]);
    expect(refusal(await ann.post('/v1/pins', ann.draft({ asset_id: video, cover_image_asset_id: video })))).toEqual([
      422,
      'asset_not_found',
    ]);
    const { status, body } = await ann.post(
      '/v1/pins',
      ann.draft({ asset_id: video, cover_image_asset_id: image, idempotency_key: 'film' }),
    );
    expect([status, body]).toMatchObject([201, { media_type: 'video', asset_id: video, cover_image_url: expect.stringContaining(image) }]);
    const again = await ann.post('/v1/pins', ann.draft({ asset_id: video, cover_image_asset_id: image, idempotency_key: 'film' }));
    expect([again.status, again.headers.get('idempotent-replayed'), again.body.id]).toEqual([201, 'true', body.id]);
    expect((await ann.get(`/v1/assets/${image}`)).body.referenced_by_pin_count).toBe(1);
    const inUse = (await ann.get('/v1/assets?in_use=true')).body.assets.map(({ id }: { id: string }) => id);
    expect(inUse.toSorted()).toEqual([image, video].toSorted());
    expect(refusal(await ann.remove(`/v1/assets/${image}`))).toEqual([409, 'conflict']);
    const { file_size_bytes: size } = (await ann.get(`/v1/assets/${image}`)).body;
    const removed = await ann.remove(`/v1/assets/${image}?confirm=true`);
    expect([removed.status, removed.body]).toEqual([
      200,
      { deleted: true, requires_confirmation: false, referenced_pin_count: 1, freed_bytes: size },
    ]);
    expect((await ann.get(`/v1/assets/${image}`)).status).toBe(404);
    expect(refusal(await ann.post('/v1/pins', ann.draft({ asset_id: image })))).toEqual([422, 'asset_not_found']);
  });

  it('are in use by schedules that wait for their time', async () => {
    const image = (await ann.upload('images', await png())).body.id;
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const { status, body } = await ann.post('/v1/schedules', { ...ann.draft({ asset_id: image }), run_at });
    expect([status, body.payload]).toMatchObject([201, { asset_id: image, media_url: expect.stringContaining(image) }]);
    const inUse = async (wanted: boolean) =>
      (await ann.get(`/v1/assets?in_use=${wanted}`)).body.assets.some(({ id }: { id: string }) => id === image);
    expect([await inUse(true), await inUse(false)]).toEqual([true, false]);
    await service.call('POST', `/v1/schedules/${body.id}/cancel`, undefined, ann.key);
    expect([await inUse(true), await inUse(false)]).toEqual([false, true]);
    await ann.post('/v1/schedules', { ...ann.draft({ asset_id: image }), run_at });
    const refused = await ann.remove(`/v1/assets/${image}`);
    expect([...refusal(refused), refused.body.error.waiting_schedule_count]).toEqual([409, 'conflict', 1]);
    expect((await ann.remove(`/v1/assets/${image}?confirm=true`)).status).toBe(200);
  });

  it('are known by an id in whatever case', async () => {
    const image = (await ann.upload('images', await png())).body.id;
    const video = (await ann.upload('videos', videoFile())).body.id;
    const draft = (change: (id: string) => string) =>
      ann.draft({ asset_id: change(video), cover_image_asset_id: change(image), idempotency_key: 'another film' });
    const { status, body } = await ann.post(
      '/v1/pins',
      draft((id) => id.toUpperCase()),
    );
    expect([status, body]).toMatchObject([201, { media_type: 'video', asset_id: video, cover_image_url: expect.stringContaining(image) }]);
    const again = await ann.post(
      '/v1/pins',
      draft((id) => id),
    );
    expect([again.status, again.headers.get('idempotent-replayed'), again.body.id]).toEqual([201, 'true', body.id]);
    const changed = await service.call('PATCH', `/v1/pins/${body.id}`, { asset_id: video.toUpperCase(), title: 'Other' }, ann.key);
    expect([changed.status, changed.body.asset_id]).toEqual([200, video]);
  });

  it('need a plan that includes them', async () => {
    const poor = await startPlatformService({ DEFAULT_PLAN: 'playground' });
    try {
      const dan = await newUploader(poor, 'dan');
      const refused = await dan.upload('images', await png());
      expect([...refusal(refused), refused.body.error.upgrade_url]).toEqual([
        403,
        'feature_unavailable',
        expect.stringContaining('/billing'),
      ]);
      expect(refusal(await dan.post('/v1/pins', dan.draft({ asset_id: randomUUID() })))).toEqual([403, 'feature_unavailable']);
    } finally {
      await poor.stop();
    }
  });
});
