import { fold, NotFound } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { asset, decideAssetDeletion, decideAssetStoring } from './asset.stream';
import { assetSpace, freeSpace, takenBefore, takeSpace } from './asset-space.stream';
import { assetDeleted, assetStored } from './testing';

const at = '2026-11-20T10:00:00.000Z';
const stored = assetStored();

describe('an asset', () => {
  it('is stored once', () => {
    expect(given(asset).twice((state) => decideAssetStoring(stored.data, state))).toEqual([]);
    expect(given(asset).when((state) => decideAssetStoring(stored.data, state))).toEqual([stored]);
  });

  it('is deleted once and does not come back', () => {
    expect(given(asset, stored).when((state) => decideAssetDeletion({ at }, state))).toMatchObject([{ type: 'AssetDeleted' }]);
    expect(given(asset, stored).twice((state) => decideAssetDeletion({ at }, state))).toEqual([]);
    expect(() => given(asset, stored, assetDeleted()).when((state) => decideAssetStoring(stored.data, state))).toThrow(NotFound);
  });

  it('that never was cannot be deleted', () => {
    expect(() => given(asset).when((state) => decideAssetDeletion({ at }, state))).toThrow(NotFound);
  });
});

describe('the room of a project', () => {
  const take = (assetId: string, bytes: number, moment = at) => ({ assetId, bytes, quotaBytes: 100, at: moment });
  const first = takeSpace(take('a', 60), assetSpace.initial);

  it('is taken up to the last byte and no further', () => {
    expect(given(assetSpace, ...first).when((state) => takeSpace(take('b', 40), state))).toHaveLength(1);
    expect(() => given(assetSpace, ...first).when((state) => takeSpace(take('b', 41), state))).toThrow(
      expect.objectContaining({ code: 'quota_exceeded', context: expect.objectContaining({ storage_used_bytes: 60 }) }),
    );
  });

  it('is taken and freed once per asset', () => {
    expect(given(assetSpace).twice((state) => takeSpace(take('a', 60), state))).toEqual([]);
    const freed = freeSpace({ assetId: 'a', at }, fold(assetSpace, first));
    expect(fold(assetSpace, [...first, ...freed])).toEqual(assetSpace.initial);
    expect(given(assetSpace, ...first).twice((state) => freeSpace({ assetId: 'a', at }, state))).toEqual([]);
  });

  it('is taken anew by a repeat of the upload, with its own bytes, and then no other call frees it', () => {
    const later = '2026-11-20T10:20:00.000Z';
    const again = takeSpace(take('a', 100, later), fold(assetSpace, first));
    const state = fold(assetSpace, [...first, ...again]);
    expect([state.usedBytes, takenBefore(state, later)]).toEqual([100, []]);
    expect(freeSpace({ assetId: 'a', at: later, takenAt: at }, state)).toEqual([]);
    expect(freeSpace({ assetId: 'a', at: later, takenAt: later }, state)).toHaveLength(1);
    expect(() => takeSpace(take('a', 101, later), fold(assetSpace, first))).toThrow(expect.objectContaining({ code: 'quota_exceeded' }));
  });

  it('lists the assets whose space was taken long ago, oldest first', () => {
    const taken = [
      take('late', 1, '2026-11-20T10:00:01.000Z'),
      take('b', 1, '2026-11-20T09:00:01.000Z'),
      take('a', 1, '2026-11-20T09:00:00.000Z'),
    ];
    const state = fold(
      assetSpace,
      taken.flatMap((command) => takeSpace(command, assetSpace.initial)),
    );
    expect(takenBefore(state, at).map(({ assetId }) => assetId)).toEqual(['a', 'b']);
  });
});
