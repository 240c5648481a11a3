import type { AssetStorage } from '@pps/asset-storage';
import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { takenBefore, takeSpace, assetSpaceId, assetSpaceStream } from './asset-space.stream';
import { assetStream } from './asset.stream';
import { reclaimAssetSpace } from './remove-asset';
import { storeAsset } from './store-asset';
import { assetStored } from './testing';

const [died, repeated] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:20:00.000Z'];

/** A project in which one call of an upload died after it took its space; `duringPut` runs once the bytes of the next one are put. */
async function afterCrash(duringPut: () => Promise<unknown> = () => Promise.resolve()) {
  const [assetId, projectId] = [newId(), newId()];
  const [streams, stored] = [new Streams(openInMemoryEventStore()), new Set<string>()];
  const put = async (key: string) => {
    stored.add(key);
    await duringPut();
  };
  const storage: AssetStorage = {
    ...{ put, remove: async (key) => void stored.delete(key), open: async () => null },
    list: async function* () {},
  };
  const space = assetSpaceId(projectId, 0);
  const seen = async () => takenBefore((await streams.load(assetSpaceStream, space)).state, '9');
  const store = async (at: string) => {
    const { data } = assetStored({ assetId, projectId, storedAt: at });
    return storeAsset({ streams, storage }, data, { original: 'a file' }, 100_000, someone);
  };
  const reclaim = (spaces: Awaited<ReturnType<typeof seen>>) =>
    reclaimAssetSpace({ streams, storage }, { projectId, epoch: 0, spaces }, repeated, someone);
  const taking = (at: string) => ({ assetId, bytes: 48_213, quotaBytes: 100_000, at });
  const take = (at: string) => streams.decide(assetSpaceStream, space, someone, (state) => takeSpace(taking(at), state));
  await take(died);
  const isStored = async () => (await streams.load(assetStream, assetId)).state.kind === 'asset';
  return { store, reclaim, take, seen, isStored, stored };
}

it('keeps the bytes of a repeat from who reclaims what the call that died had taken', async () => {
  const scene = await afterCrash(async () => scene.reclaim(abandoned));
  const abandoned = await scene.seen();
  await scene.store(repeated);
  expect([scene.stored.size, await scene.isStored(), await scene.seen()]).toMatchObject([1, true, [{ takenAt: repeated }]]);
});

it('stores nothing of a call whose space was reclaimed while it put its bytes, and leaves none', async () => {
  const scene = await afterCrash(async () => scene.reclaim(await scene.seen()));
  await expect(scene.store(repeated)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect([scene.stored.size, await scene.isStored(), await scene.seen()]).toEqual([0, false, []]);
});

it('that fails takes nothing from a repeat that began meanwhile', async () => {
  const scene = await afterCrash(async () => {
    await scene.take(repeated);
    throw new Error('the storage is away');
  });
  await expect(scene.store(died)).rejects.toThrow('away');
  expect([scene.stored.size, await scene.seen()]).toMatchObject([1, [{ takenAt: repeated }]]);
});

it('frees the space of an upload that died', async () => {
  const scene = await afterCrash();
  await scene.reclaim(await scene.seen());
  expect(await scene.seen()).toEqual([]);
});
