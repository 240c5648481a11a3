import { fold } from '@pps/kernel';
import type { PinFact } from '../pin/pin.events';
import { pin } from '../pin/pin.stream';
import type { WaitingPin } from '../pin/pin.state';
import { mediaReady, mediaUploaded, pinQueued, preparationStarted, videoQueued } from '../testing';
import { loadMedia } from './own-images';

const bytes = { contentType: 'image/png', data: 'iVBORw0KGgo=' } as const;

/** The media of the pin of these facts while only these assets are stored. */
function mediaWith(facts: readonly PinFact[], ...stored: readonly string[]) {
  const images = { has: async (id: string) => stored.includes(id), read: async (id: string) => (stored.includes(id) ? bytes : null) };
  return loadMedia(fold(pin, facts) as WaitingPin, images);
}

const ready = [videoQueued(), preparationStarted(), mediaUploaded(), mediaReady()];
const { assetId: video = '', coverImageAssetId: cover = '' } = videoQueued().data.content;

it('an image URL is passed on as it is', async () => {
  expect(await mediaWith([pinQueued()])).toEqual({ kind: 'image_url', url: 'https://example.org/door.jpg' });
});

it('a video that is ready is named by its media id at the platform, with its cover', async () => {
  expect(await mediaWith(ready, video, cover)).toEqual({ kind: 'video', mediaId: '549755885175', cover: bytes });
});

it('a video has no media once its asset or its cover was deleted, though the platform has its bytes', async () => {
  expect(await mediaWith(ready, cover)).toBeNull();
  expect(await mediaWith(ready, video)).toBeNull();
});

it('a video that is deleted while its cover is read has no media', async () => {
  let isThere = true;
  const read = async () => {
    isThere = false;
    return bytes;
  };
  expect(await loadMedia(fold(pin, ready) as WaitingPin, { has: async () => isThere, read })).toBeNull();
});

it('an uploaded image has no media once it was deleted', async () => {
  const image = pinQueued({ content: { title: 'Blue door', assetId: video } });
  expect(await mediaWith([image], video)).toEqual({ kind: 'image_base64', ...bytes });
  expect(await mediaWith([image])).toBeNull();
});
