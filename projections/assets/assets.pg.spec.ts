import { assetDeleted, assetStored } from '@pps/assets/testing';
import { newId } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { assetsProjection } from './assets.projection';
import { listAssets, storedAssets } from './list-assets.query';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(assetsProjection);
});
afterAll(() => fed.stop());

let position = 0n;
function stored(changes: Parameters<typeof assetStored>[0], deleted = false) {
  const assetId = newId();
  const later = deleted ? [assetDeleted(assetId)] : [];
  const facts = recorded(`asset-${assetId}`, [assetStored({ assetId, ...changes }), ...later], position);
  position += BigInt(facts.length);
  return { assetId, facts };
}

it('lists what is there by project and epoch, the newest first, the same when everything is given twice', async () => {
  const projectId = newId();
  const made = [
    stored({ projectId }),
    stored({ projectId, assetType: 'video', durationSeconds: 12.5 }),
    stored({ projectId, epoch: 1 }),
    stored({ projectId }, true),
  ];
  const facts = made.flatMap((each) => each.facts);
  await fed.feed(facts);
  const once = await fed.db('read.assets').orderBy('position');
  await fed.feed(facts);
  expect(await fed.db('read.assets').orderBy('position')).toEqual(once);
  const [first, second, other, gone] = made.map(({ assetId }) => assetId);
  const filter = { projectId, epoch: 0, limit: 10, offset: 0 };
  expect(await listAssets(fed.db, filter)).toEqual({ assetIds: [second, first], total: 2 });
  expect(await listAssets(fed.db, { ...filter, assetType: 'video', limit: 1 })).toEqual({ assetIds: [second], total: 1 });
  expect(await storedAssets(fed.db, [first, other, gone, newId()] as string[])).toEqual(new Set([first, other]));
});

it('lets a deleted asset leave, also when the deletion comes in a later batch', async () => {
  const { assetId, facts } = stored({});
  await fed.feed(facts);
  await fed.feed(recorded(`asset-${assetId}`, [assetDeleted(assetId)], position));
  expect(await storedAssets(fed.db, [assetId])).toEqual(new Set());
});
