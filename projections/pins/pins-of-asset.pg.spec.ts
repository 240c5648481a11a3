import { newId, type Fact } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';
import { attemptStarted, pinQueued } from '@pps/pins/testing';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { countPinsOfAssets, findPinsWaitingForAsset } from './pins-of-asset.query';
import { pinsProjection } from './pins.projection';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(pinsProjection);
});
afterAll(() => fed.stop());

let position = 0n;
async function pinOf(content: Omit<PinContent, 'title'>, ...later: readonly Fact[]): Promise<string> {
  const pinId = newId();
  const facts = recorded(`pin-${pinId}`, [pinQueued({ pinId, content: { title: 'A', ...content } }), ...later], position);
  position += BigInt(facts.length);
  await fed.feed(facts);
  return pinId;
}

it('knows the pins of an asset, as a picture or as a cover, and which of them still wait', async () => {
  const [assetId, coverId] = [newId(), newId()];
  const failed = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: '', failedAt: '2026-01-01T00:00:00.000Z' } };
  const waiting = await pinOf({ assetId, mediaType: 'video', coverImageAssetId: coverId });
  const open = await pinOf({ assetId }, attemptStarted());
  await pinOf({ assetId }, attemptStarted(), failed);
  await pinOf({ imageUrl: 'https://i/1' });
  expect(await countPinsOfAssets(fed.db, [assetId, coverId, newId()])).toEqual(
    new Map([
      [assetId, 3],
      [coverId, 1],
    ]),
  );
  expect((await findPinsWaitingForAsset(fed.db, assetId)).sort()).toEqual([waiting, open].sort());
  expect(await findPinsWaitingForAsset(fed.db, coverId)).toEqual([waiting]);
});
