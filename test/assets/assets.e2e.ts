import { videoFile } from '@pps/assets/testing';
import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { bearer } from '../setup/caller';
import { newSession } from '../setup/platform-user';
import { newUploader, png, refusal, uploadForm, webp, type Uploader } from './uploader';

let service: PlatformService;
let ann: Uploader;

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'starter', WEBHOOK_TARGETS: 'any' });
  ann = await newUploader(service, 'ann');
});
afterAll(() => service.stop());

const incoming = () => readdir(join(service.parts.configuration.DATA_DIR, 'assets', 'incoming')).catch(() => []);
const stored = async () => (await readdir(join(service.parts.configuration.DATA_DIR, 'assets'))).filter((name) => name !== 'incoming');

describe('uploading', () => {
  it('stores an image by its content and shows everything about it', async () => {
    const bytes = await png();
    const { status, body } = await ann.upload('images', bytes, 'C:\\pictures\\blue door.txt');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        workspace_id: expect.any(String),
        asset_type: 'image',
        original_filename: 'blue door.txt',
        content_type: 'image/png',
        file_size_bytes: bytes.length,
        width: 60,
        height: 90,
        duration_seconds: null,
        stored_filename: `${body.id}.png`,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        referenced_by_pin_count: 0,
        public_url: expect.stringContaining(`/v1/assets/${body.id}/public?`),
        created_at: expect.stringMatching(/Z$/),
        updated_at: body.created_at,
      },
    ]);
    expect((await ann.get(`/v1/assets/${body.id}`)).body).toMatchObject({ id: body.id, sha256: body.sha256 });
    expect(await incoming()).toEqual([]);
  });

  it('stores a video with size and length, as large as memory need not be', async () => {
    const bytes = videoFile({ brand: 'qt  ', bytes: Buffer.alloc(40 * 1024 * 1024, 3) });
    const { status, body } = await ann.upload('videos', bytes, 'door.mov');
    expect([status, body]).toMatchObject([
      201,
      { asset_type: 'video', content_type: 'video/quicktime', width: 640, height: 360, duration_seconds: 4.5 },
    ]);
    await ann.remove(`/v1/assets/${body.id}`);
  });

  it('refuses what is broken, of another kind, or missing, and leaves nothing behind', async () => {
    const before = await stored();
    const image = await png();
    expect(refusal(await ann.upload('images', videoFile()))).toEqual([422, 'invalid_image']);
    expect(refusal(await ann.upload('images', image.subarray(0, 60)))).toEqual([422, 'invalid_image']);
    expect(refusal(await ann.upload('images', Buffer.alloc(0)))).toEqual([422, 'invalid_image']);
    expect(refusal(await ann.upload('videos', image))).toEqual([422, 'invalid_video']);
    expect(refusal(await ann.upload('videos', videoFile().subarray(0, 200)))).toEqual([422, 'invalid_video']);
    const other = await ann.upload('images', image, 'a.png', 'picture');
    expect([...refusal(other), other.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'picture']]);
    const none = await uploadForm(`${service.url}/v1/assets/images`, new FormData(), ann.key);
    expect([...refusal(none), none.body.error.errors[0].loc]).toEqual([422, 'validation_error', ['body', 'file']]);
    expect([await stored(), await incoming()]).toEqual([before, []]);
  });

  it('refuses what is too large, whether it says so or not', async () => {
    const large = Buffer.concat([await png(), Buffer.alloc(20 * 1024 * 1024)]);
    expect(refusal(await ann.upload('images', large))).toEqual([413, 'payload_too_large']);
    const chunk = new Uint8Array(64 * 1024);
    let sent = 0;
    const boundary = randomUUID();
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : chunk);
        sent += chunk.length;
        if (sent > 30 * 1024 * 1024) controller.close();
      },
    });
    const response = await fetch(`${service.url}/v1/assets/images`, {
      method: 'POST',
      headers: { ...ann.key, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await incoming()).toEqual([]);
  });

  it('takes a form where a file is wanted, and nowhere else', async () => {
    const json = await uploadForm(`${service.url}/v1/assets/images`, '{}', { ...ann.key, 'content-type': 'application/json' });
    expect(refusal(json)).toEqual([415, 'unsupported_media_type']);
    const form = new FormData();
    form.set('title', 'x');
    expect(refusal(await uploadForm(`${service.url}/v1/pins`, form, ann.key))).toEqual([415, 'unsupported_media_type']);
    const cut = await uploadForm(
      `${service.url}/v1/assets/images`,
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      {
        ...ann.key,
        'content-type': 'multipart/form-data; boundary=b',
      },
    );
    expect(refusal(cut)).toEqual([400, 'bad_request']);
    expect(refusal(await uploadForm(`${service.url}/v1/assets/images`, form, {}))).toEqual([401, 'missing_credentials']);
  });
});

describe('reading', () => {
  it('gives the bytes back, whole and in part, to who may see them', async () => {
    const bytes = await png();
    const { body } = await ann.upload('images', bytes);
    const whole = await ann.follow(`http://x/v1/assets/${body.id}/content`, ann.key);
    expect([whole.status, whole.headers.get('content-type'), Buffer.from(await whole.arrayBuffer())]).toEqual([200, 'image/png', bytes]);
    const part = await ann.follow(`http://x/v1/assets/${body.id}/content`, { ...ann.key, range: 'bytes=8-15' });
    expect([part.status, part.headers.get('content-range'), Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      `bytes 8-15/${bytes.length}`,
      bytes.subarray(8, 16),
    ]);
    const beyond = await ann.follow(`http://x/v1/assets/${body.id}/content`, { ...ann.key, range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await beyond.json()).toMatchObject({
      error: { code: 'bad_request', file_size_bytes: bytes.length },
      detail: expect.any(String),
    });
    expect((await ann.follow(`http://x/v1/assets/${body.id}/content`)).status).toBe(401);
    const bob = await newUploader(service, 'bob');
    expect((await bob.get(`/v1/assets/${body.id}`)).status).toBe(404);
    expect((await bob.follow(`http://x/v1/assets/${body.id}/content`, bob.key)).status).toBe(404);
  });

  it('gives the original to everybody who has its link, until that is changed', async () => {
    const bytes = await webp();
    const { body } = await ann.upload('images', bytes, 'a.webp');
    const open = await ann.follow(body.public_url);
    expect([open.status, open.headers.get('content-type'), Buffer.from(await open.arrayBuffer())]).toEqual([200, 'image/webp', bytes]);
    const link = new URL(body.public_url);
    link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1));
    expect((await ann.follow(link.href)).status).toBe(404);
  });

  it('gives nothing of a sandbox any more after its reset, by link either', async () => {
    const production = await newSession(service.call);
    const { body: made } = await service.call('POST', '/v1/projects/sandbox', undefined, production);
    const { body: switched } = await service.call('POST', '/v1/projects/switch', { project_id: made.projects[1].id }, production);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await png())]), 'door.png');
    const { body } = await uploadForm(`${service.url}/v1/assets/images`, form, bearer(switched.access_token));
    expect((await ann.follow(body.public_url)).status).toBe(200);
    expect((await service.call('POST', '/v1/projects/sandbox/reset', undefined, production)).status).toBe(200);
    expect((await ann.follow(body.public_url)).status).toBe(404);
  });

  it('lists the newest first with what is used of the storage', async () => {
    const cleo = await newUploader(service, 'cleo');
    const ids: string[] = [];
    let bytes = 0;
    for (const size of [30, 40, 50]) {
      const { body } = await cleo.upload('images', await png(size, size));
      ids.unshift(body.id);
      bytes += body.file_size_bytes;
    }
    const { body } = await cleo.get('/v1/assets?limit=2');
    expect(body).toMatchObject({ total: 3, storage_used_bytes: bytes, storage_quota_bytes: 2 * 1024 ** 3, storage_used_percent: 0 });
    expect(body.assets.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect((await cleo.get('/v1/assets?sort=size_asc&q=PNG&in_use=false')).body.assets.map(({ id }: { id: string }) => id)).toEqual(
      ids.toReversed(),
    );
    expect(refusal(await cleo.get('/v1/assets?in_use=maybe'))).toEqual([422, 'validation_error']);
    expect((await cleo.get('/v1/assets?asset_type=video')).body).toMatchObject({ total: 0, assets: [] });
    expect((await cleo.get('/v1/billing/status')).body).toMatchObject({ storage_used_bytes: bytes, storage_quota_bytes: 2 * 1024 ** 3 });
  });

  it('frees the room of a file and of its copy for the platform before a deletion is answered', async () => {
    const dora = await newUploader(service, 'dora');
    const used = async () => (await dora.get('/v1/assets')).body.storage_used_bytes;
    const { body } = await dora.upload('images', await webp(), 'a.webp');
    const taken = await used();
    expect(taken).toBeGreaterThan(body.file_size_bytes);
    expect((await dora.remove(`/v1/assets/${body.id}`)).body.freed_bytes).toBe(taken);
    expect(await used()).toBe(0);
  });
});
