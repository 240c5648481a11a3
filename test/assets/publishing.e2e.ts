import { videoFile } from '@pps/assets/testing';
import sharp from 'sharp';
import { send } from '../../apps/simulators/testing';
import { eventually } from '../setup/eventually';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';
import { startBackgroundService, type BackgroundService } from './background-service';
import { newUploader, png, webp, type Uploader } from './uploader';

let service: BackgroundService;
let ann: Uploader;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro' });
  ann = await newUploader(service, 'ann');
});
afterAll(() => service.stop());
beforeEach(() => service.control('settings', { media_outcome: 'succeeded', media_processing_ms: 100 }));

const createPin = async (fields: object, of = ann): Promise<string> => {
  const { status, body } = await of.post('/v1/pins', of.draft(fields));
  if (status !== 201) throw new Error(`creation answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
};

/** What the simulator has under this title. */
const atPlatform = async (title: string) =>
  (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`)).json;

const steps = async (pinId: string): Promise<string[]> => {
  const items: TimelineStep[] = (await ann.get(`/v1/pins/${pinId}/timeline`)).body.items;
  return withoutDeferredAttempts(items.filter(({ type }) => type.startsWith('Pin'))).map(({ type }) => type);
};

describe('an uploaded image', () => {
  it('goes to the platform as it is, or as JPEG where that refuses its form', async () => {
    const asIs = (await ann.upload('images', await png())).body.id;
    const other = (await ann.upload('images', await webp(), 'a.webp')).body.id;
    await ann.pinIn('published', await createPin({ title: 'PNG', asset_id: asIs }));
    await ann.pinIn('published', await createPin({ title: 'WebP', asset_id: other }));
    const bytesOf = async (title: string) => {
      const [{ media }] = await atPlatform(title);
      return Buffer.from(await (await fetch(new URL(media, service.simulatorsUrl))).arrayBuffer());
    };
    expect(await bytesOf('PNG')).toEqual(await png());
    expect(await sharp(await bytesOf('WebP')).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 90 });
  });

  it('that is deleted fails the pins that wait for it, and nothing of it goes out', async () => {
    // Somebody else, since the account is left alone for as long as the pin waits: longer than the test takes.
    const ben = await newUploader(service, 'ben');
    const { id } = (await ben.upload('images', await png(70, 70))).body;
    await service.control('faults', {
      operation: 'pins.create',
      status: 429,
      code: 8,
      headers: { 'retry-after': '600' },
      times: 1,
      title: 'Gone',
    });
    const pinId = await createPin({ title: 'Gone', asset_id: id }, ben);
    await ben.pinIn('deferred', pinId);
    expect((await ben.remove(`/v1/assets/${id}`)).status).toBe(409);
    expect((await ben.remove(`/v1/assets/${id}?confirm=true`)).status).toBe(200);
    expect(await ben.pinIn('failed', pinId)).toMatchObject({ error_code: 'asset_not_found' });
    await eventually('the room freed', async () => {
      const { storage_used_bytes: used, assets } = (await ben.get('/v1/assets')).body;
      const sum = assets.reduce((bytes: number, asset: { file_size_bytes: number }) => bytes + asset.file_size_bytes, 0);
      return used >= sum && (await service.keptAssets()).includes(id) === false ? true : undefined;
    });
    expect(await atPlatform('Gone')).toEqual([]);
  });
});

describe('an uploaded video', () => {
  it('is registered, uploaded, awaited and published with its cover, for two tokens and one attempt', async () => {
    const video = (await ann.upload('videos', videoFile(), 'door.mp4')).body.id;
    const cover = (await ann.upload('images', await png(80, 80))).body.id;
    const pinId = await createPin({ title: 'Film', asset_id: video, cover_image_asset_id: cover });
    expect(await ann.pinIn('published', pinId)).toMatchObject({ media_type: 'video', attempts: 1 });
    expect(await steps(pinId)).toEqual([
      'PinQueued',
      'PinMediaPreparationStarted',
      'PinMediaUploaded',
      'PinMediaReady',
      'PinPublishAttemptStarted',
      'PinPublished',
    ]);
    expect(await atPlatform('Film')).toMatchObject([{ count: 1, media: expect.stringContaining('/images/') }]);
    const { rows } = await service.parts.db.raw(
      'select sum(cost) as cost from pins.publish_grant where pin_id = ? and claimed_at is not null',
      [pinId],
    );
    const items: TimelineStep[] = (await ann.get(`/v1/pins/${pinId}/timeline`)).body.items;
    // A turn that the worker missed because it stood still has taken its token.
    const missed = items.filter(({ message }) => message === 'The worker stalled before the call.').length;
    expect(Number(rows[0].cost)).toBe(2 + missed);
  });

  it('shows its first frame where no cover was given', async () => {
    const video = (await ann.upload('videos', videoFile(), 'door.mp4')).body.id;
    await ann.pinIn('published', await createPin({ title: 'Bare film', asset_id: video }));
    expect(await atPlatform('Bare film')).toHaveLength(1);
  });

  it('fails the pin when the platform cannot use it; another go uploads it anew', async () => {
    await service.control('settings', { media_outcome: 'failed' });
    const video = (await ann.upload('videos', videoFile(), 'door.mp4')).body.id;
    const pinId = await createPin({ title: 'Broken film', asset_id: video });
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'invalid_payload' });
    await service.control('settings', { media_outcome: 'succeeded' });
    expect((await ann.post(`/v1/pins/${pinId}/retry`)).status).toBe(200);
    await ann.pinIn('published', pinId);
    expect((await steps(pinId)).filter((type) => type === 'PinMediaUploaded')).toHaveLength(2);
  });

  it('is uploaded anew where the platform lost it, refused its bytes, or was unavailable', async () => {
    await service.control('faults', { operation: 'media.register', status: 503, code: 0, message: 'away', times: 1 });
    await service.control('faults', { operation: 'media.upload', status: 403, code: 403, message: 'SignatureDoesNotMatch', times: 1 });
    const video = (await ann.upload('videos', videoFile(), 'door.mp4')).body.id;
    await service.control('faults', {
      operation: 'pins.create',
      status: 404,
      code: 404,
      message: 'Media upload not found.',
      times: 1,
      title: 'Stubborn film',
    });
    const pinId = await createPin({ title: 'Stubborn film', asset_id: video });
    expect(await ann.pinIn('published', pinId)).toMatchObject({ attempts: 4 });
    expect(await atPlatform('Stubborn film')).toMatchObject([{ count: 1 }]);
  });
});
