import { connect, eventually, send, startTestSimulators } from '../testing';
import type { TestSimulators } from '../testing';

let simulators: TestSimulators;
let url: string;
beforeAll(async () => {
  simulators = await startTestSimulators();
  url = simulators.url;
});
afterAll(() => simulators.discard());

function upload(
  target: string,
  parameters: Record<string, string>,
  bytes: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.set(name, value);
  form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'v.mp4');
  return fetch(target, { method: 'POST', body: form, headers });
}

const settings = (change: object) => send('POST', `${url}/platform/_control/settings`, change);

test('a video is registered, uploaded, processed and published with a cover', async () => {
  await settings({ media_processing_ms: 600_000 });
  const { call, boardId } = await connect(url, 'ann');
  const { status, json: media } = await call('POST', '/media', { media_type: 'video' });
  expect(status).toBe(201);
  const state = async () => (await call('GET', `/media/${media.media_id}`)).json.status;
  expect(await state()).toBe('registered');
  expect((await upload(media.upload_url, media.upload_parameters, 'bytes')).status).toBe(204);
  expect(await state()).toBe('processing');
  await settings({ media_processing_ms: 1 });
  await eventually('the video processed', async () => ((await state()) === 'succeeded' ? true : undefined));
  const source = { source_type: 'video_id', media_id: media.media_id };
  const bare = await call('POST', '/pins', { board_id: boardId, media_source: source });
  expect([bare.status, bare.json.message]).toEqual([400, expect.stringContaining('cover_image_url')]);
  const pin = await call('POST', '/pins', { board_id: boardId, media_source: { ...source, cover_image_url: 'https://e.com/c.jpg' } });
  expect([pin.status, pin.json.media.media_type]).toEqual([201, 'video']);
});

test('the upload host refuses a bearer token and a wrong signature', async () => {
  const { call } = await connect(url, 'bob');
  const { json: media } = await call('POST', '/media', { media_type: 'video' });
  const withToken = await upload(media.upload_url, media.upload_parameters, 'x', { authorization: 'Bearer t' });
  expect(withToken.status).toBe(400);
  expect((await upload(media.upload_url, { ...media.upload_parameters, 'x-amz-signature': 'no' }, 'x')).status).toBe(403);
  expect((await call('GET', `/media/${media.media_id}`)).json.status).toBe('registered');
});

test('a video may fail, and one of somebody else is not found', async () => {
  const { call } = await connect(url, 'cleo');
  await settings({ media_outcome: 'failed', media_processing_ms: 0 });
  const { json: media } = await call('POST', '/media', { media_type: 'video' });
  await upload(media.upload_url, media.upload_parameters, 'x');
  expect((await call('GET', `/media/${media.media_id}`)).json.status).toBe('failed');
  const stranger = await (await connect(url, 'stranger')).call('GET', `/media/${media.media_id}`);
  expect([stranger.status, stranger.json.code]).toEqual([404, 404]);
});
