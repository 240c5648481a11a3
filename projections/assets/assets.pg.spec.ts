import { assetDeleted, assetStored } from '@pps/assets/testing';
import { newId } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { assetsProjection } from './assets.projection';
import { assetSorts, listAssets, projectsOfAssets, type AssetFilter, storedAssets } from './list-assets.query';

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
  const filter = { projectId, epoch: 0, sort: 'created_at_desc', limit: 10, offset: 0 } as const;
  expect(await listAssets(fed.db, filter)).toEqual({ assetIds: [second, first], total: 2, next: null });
  expect(await listAssets(fed.db, { ...filter, assetType: 'video', limit: 1 })).toEqual({ assetIds: [second], total: 1, next: null });
  expect(await listAssets(fed.db, { ...filter, since: '9999-12-31T23:59:59Z' })).toEqual({ assetIds: [], total: 0, next: null });
  expect(await storedAssets(fed.db, [first, other, gone, newId()] as string[])).toEqual(new Set([first, other]));
});

it('finds file names in any script and case, and sorts them as people do', async () => {
  const projectId = newId();
  const names = ['Zebra.png', 'Äpfel.png', 'apfel.png', 'ДВЕРЬ_100%.png'];
  const made = names.map((originalFilename, index) => stored({ projectId, originalFilename, fileSizeBytes: 100 - index }));
  await fed.feed(made.flatMap(({ facts }) => facts));
  const found = async (changes: Partial<AssetFilter>) => {
    const { assetIds } = await listAssets(fed.db, { projectId, epoch: 0, sort: 'created_at_asc', limit: 10, offset: 0, ...changes });
    return assetIds.map((id) => names[made.findIndex(({ assetId }) => assetId === id)]);
  };
  expect(await found({ q: 'дверь' })).toEqual(['ДВЕРЬ_100%.png']);
  expect(await found({ q: 'ÄPFEL' })).toEqual(['Äpfel.png']);
  expect(await found({ q: '_100%' })).toEqual(['ДВЕРЬ_100%.png']);
  expect(await found({ sort: 'name_asc' })).toEqual(['apfel.png', 'Äpfel.png', 'Zebra.png', 'ДВЕРЬ_100%.png']);
  expect(await found({ sort: 'size_asc', limit: 1 })).toEqual(['ДВЕРЬ_100%.png']);
});

it.each(assetSorts)('goes through %s by cursors as by offsets, in one order', async (sort) => {
  const projectId = newId();
  for (let n = 0; n < 5; n++) {
    await fed.feed(stored({ projectId, originalFilename: n % 2 ? 'Same' : `Ünö "${n}"`, fileSizeBytes: n >> 1 }).facts);
  }
  const page = (changes: Partial<AssetFilter>) => listAssets(fed.db, { projectId, epoch: 0, sort, limit: 2, offset: 0, ...changes });
  const [byCursor, byOffset]: [string[], string[]] = [[], []];
  let cursor: AssetFilter['cursor'];
  do {
    const { assetIds, next } = await page({ cursor });
    byCursor.push(...assetIds);
    cursor = next ?? undefined;
  } while (cursor);
  for (const offset of [0, 2, 4]) byOffset.push(...(await page({ offset })).assetIds);
  expect(byCursor).toHaveLength(5);
  expect(byCursor).toEqual(byOffset);
});

it('lets a deleted asset leave, also when the deletion comes in a later batch', async () => {
  const { assetId, facts } = stored({});
  await fed.feed(facts);
  await fed.feed(recorded(`asset-${assetId}`, [assetDeleted(assetId)], position));
  expect(await storedAssets(fed.db, [assetId])).toEqual(new Set());
});

it('finds one among more ids than a statement has parameters', async () => {
  const projectId = newId();
  const { assetId, facts } = stored({ projectId });
  await fed.feed(facts);
  const many = [...Array.from({ length: 70_000 }, () => newId()), assetId];
  expect(await storedAssets(fed.db, many)).toEqual(new Set([assetId]));
  expect(await projectsOfAssets(fed.db, many)).toEqual(new Map([[assetId, { projectId, epoch: 0 }]]));
});
