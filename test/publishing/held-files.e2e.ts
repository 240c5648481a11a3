import { newId } from '@pps/kernel';
import { forgetWorkspace } from '@pps/use-cases';
import { videoFile } from '@pps/assets/testing';
import { send } from '../../apps/simulators/testing';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newUploader, png, type Uploader } from '../assets/uploader';
import { eventually } from '../setup/eventually';
import { connectPlatformUser } from '../setup/platform-user';
import { soon } from '../setup/soon';
import { withoutDeferredAttempts, type TimelineStep } from '../setup/without-deferred-attempts';
import { holdFile, type HeldFile } from './held-file';

let service: BackgroundService;
let ann: Uploader;
let held: HeldFile | undefined;
let size = 60;

beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'pro', PLATFORM_TIMEOUT: '1m' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.control('settings', { media_outcome: 'succeeded', media_processing_ms: 100 });
  ann = await newUploader(service, `held-${newId()}`);
});
afterEach(() => held?.release());

const upload = async (): Promise<string> => (await ann.upload('images', await png(size++, 70))).body.id;
const uploadVideo = async (): Promise<string> => (await ann.upload('videos', videoFile(), 'door.mp4')).body.id;
const atPlatform = async (title: string) =>
  (await send('GET', `${service.simulatorsUrl}/platform/_control/pins?${new URLSearchParams({ title })}`)).json;

const steps = async (pinId: string): Promise<string[]> => {
  const items: TimelineStep[] = (await ann.get(`/v1/pins/${pinId}/timeline`)).body.items;
  return withoutDeferredAttempts(items.filter(({ type }) => type.startsWith('Pin'))).map(({ type }) => type);
};

/** A new pin of these fields whose worker waits for the bytes of this file. */
async function waitingFor(assetId: string, fields: object): Promise<string> {
  held = await holdFile(service, assetId);
  const { status, body } = await ann.post('/v1/pins', ann.draft(fields));
  if (status !== 201) throw new Error(`creation answered ${status}: ${JSON.stringify(body)}`);
  await held.isRead();
  return body.id;
}

const attemptEnded = (pinId: string) =>
  eventually('the end of the attempt', async () => {
    const open = await service.parts.db('pins.publish_grant').where({ pin_id: pinId }).whereNull('claimed_at');
    return open.length === 0 || undefined;
  });

const revoke = () => ann.remove(`/v1/platform/accounts/${ann.accountId}`);
const connectAgain = () => connectPlatformUser(service.call, ann.key, { username: ann.username });
const removeAsset = (assetId: string) => ann.remove(`/v1/assets/${assetId}?confirm=true`);

it('an image that takes longer to read than an offer is repeated after goes out once, at the first attempt', async () => {
  const [assetId, title] = [await upload(), `Slow ${newId()}`];
  const pinId = await waitingFor(assetId, { title, asset_id: assetId });
  const offer = () => service.parts.db('pins.publish_grant').where({ pin_id: pinId }).first('granted_at', 'offered_at');
  const { offered_at: first } = await offer();
  const offeredAfter = (moment: Date) => async () => {
    const { offered_at } = (await offer()) ?? {};
    return offered_at > moment ? (offered_at as Date) : undefined;
  };
  const second = await eventually('the offer a second time', offeredAfter(first));
  await eventually('the offer a third time', offeredAfter(second));
  await held?.release();
  expect(await ann.pinIn('published', pinId)).toMatchObject({ attempts: 1 });
  expect(await steps(pinId)).toEqual(['PinQueued', 'PinPublishAttemptStarted', 'PinPublished']);
  expect(await atPlatform(title)).toMatchObject([{ count: 1 }]);
});

describe('while a pin’s image is read', () => {
  let assetId: string;
  let title: string;
  let pinId: string;
  beforeEach(async () => {
    [assetId, title] = [await upload(), `Held ${newId()}`];
    pinId = await waitingFor(assetId, { title, asset_id: assetId });
  });

  it('its account is removed: nothing goes out, and the pin says why', async () => {
    expect((await revoke()).status).toBe(204);
    await held?.release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'account_revoked' });
    expect(await atPlatform(title)).toEqual([]);
  });

  it('its account is removed and connected again: nothing of before goes out, what is asked for then does', async () => {
    expect((await revoke()).status).toBe(204);
    expect((await connectAgain()).body.account_id).toBe(ann.accountId);
    await held?.release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'account_revoked' });
    expect(await atPlatform(title)).toEqual([]);
    expect((await ann.post(`/v1/pins/${pinId}/retry`)).status).toBe(200);
    await ann.pinIn('published', pinId);
    expect(await atPlatform(title)).toMatchObject([{ count: 1 }]);
  });

  it('the image is deleted: nothing goes out', async () => {
    expect((await removeAsset(assetId)).status).toBe(200);
    await held?.release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'asset_not_found' });
    expect(await atPlatform(title)).toEqual([]);
  });

  it('its deletion and its change are refused, and it goes out once, as it was', async () => {
    for (const answer of [
      await ann.remove(`/v1/pins/${pinId}`),
      await service.call('PATCH', `/v1/pins/${pinId}`, { title: 'Red' }, ann.key),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'pin_publishing']);
    await held?.release();
    await ann.pinIn('published', pinId);
    expect(await atPlatform(title)).toMatchObject([{ count: 1 }]);
  });

  it('its workspace is forgotten: nothing goes out', async () => {
    const origin = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString() };
    await forgetWorkspace(service.parts.streams, ann.organizationId, origin);
    await held?.release();
    await attemptEnded(pinId);
    ann = await newUploader(service, `after-${newId()}`);
    const { id } = (await ann.post('/v1/pins', ann.draft({ image_url: 'https://images.example.com/door.jpg' }))).body;
    await ann.pinIn('published', id);
    expect(await atPlatform(title)).toEqual([]);
  });
});

it('a schedule whose image is read cannot be canceled any more, and its pin goes out once', async () => {
  const [assetId, title] = [await upload(), `Scheduled ${newId()}`];
  held = await holdFile(service, assetId);
  const { status, body } = await soon((run_at) => ann.post('/v1/schedules', { ...ann.draft({ title, asset_id: assetId }), run_at }));
  expect(status).toBe(201);
  await held.isRead();
  expect((await ann.post(`/v1/schedules/${body.id}/cancel`)).status).toBe(400);
  await held.release();
  await eventually('a schedule that is done', async () =>
    (await ann.get(`/v1/schedules/${body.id}`)).body.status === 'done' ? true : undefined,
  );
  expect(await atPlatform(title)).toMatchObject([{ count: 1 }]);
});

describe('a video', () => {
  it.each(['removed', 'removed and connected again'])('whose bytes are read while its account is %s is not published', async (how) => {
    const [assetId, title] = [await uploadVideo(), `Film ${newId()}`];
    const pinId = await waitingFor(assetId, { title, asset_id: assetId });
    expect((await revoke()).status).toBe(204);
    if (how !== 'removed') await connectAgain();
    await held?.release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: 'account_revoked' });
    expect(await atPlatform(title)).toEqual([]);
  });

  it.each([
    ['its account is removed', 'account_revoked', () => revoke()],
    ['the video is deleted', 'asset_not_found', (video: string) => removeAsset(video)],
    ['the cover is deleted', 'asset_not_found', (_video: string, cover: string) => removeAsset(cover)],
  ])('whose cover is read while %s is not published', async (_what, code, end) => {
    const [video, cover, title] = [await uploadVideo(), await upload(), `Film with cover ${newId()}`];
    const pinId = await waitingFor(cover, { title, asset_id: video, cover_image_asset_id: cover });
    expect([200, 204]).toContain((await end(video, cover)).status);
    await held?.release();
    expect(await ann.pinIn('failed', pinId)).toMatchObject({ error_code: code });
    expect(await atPlatform(title)).toEqual([]);
  });
});
