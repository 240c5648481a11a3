import { fold } from '@pps/kernel';
import type { PinFact } from '../pin/pin.events';
import { pin } from '../pin/pin.decider';
import type { WaitingPin } from '../pin/pin.state';
import { mediaReady, mediaUploaded, pinQueued, preparationStarted, videoQueued } from '../testing';
import { mediaOf } from './media-of';

const bytes = { contentType: 'image/png', data: 'iVBORw0KGgo=' } as const;

/** What the pin of these facts shows while only these assets are there. */
function shown(facts: readonly PinFact[], ...there: readonly string[]) {
  const images = { has: async (id: string) => there.includes(id), read: async (id: string) => (there.includes(id) ? bytes : null) };
  return mediaOf(fold(pin, facts) as WaitingPin, images);
}

const ready = [videoQueued(), preparationStarted(), mediaUploaded(), mediaReady()];
const { assetId: video = '', coverImageAssetId: cover = '' } = videoQueued().data.content;

it('a link is given on, whoever it leads to', async () => {
  expect(await shown([pinQueued()])).toEqual({ kind: 'image_url', url: 'https://example.org/door.jpg' });
});

it('a video that is ready goes by its number at the platform, with its cover', async () => {
  expect(await shown(ready, video, cover)).toEqual({ kind: 'video', mediaId: '549755885175', cover: bytes });
});

it('a video that was deleted after it was uploaded to the platform is not shown any more, nor one whose cover was', async () => {
  expect(await shown(ready, cover)).toBeNull();
  expect(await shown(ready, video)).toBeNull();
});

it('an uploaded image that was deleted is not shown', async () => {
  const image = pinQueued({ content: { title: 'Blue door', assetId: video } });
  expect(await shown([image], video)).toEqual({ kind: 'image_base64', ...bytes });
  expect(await shown([image])).toBeNull();
});
