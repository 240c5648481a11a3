import { assetStream } from '@pps/assets/events';
import { assetStored } from '@pps/assets/testing';
import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { uploadAsset, type UploadAssetDeps } from './upload-asset';

it('gives what an earlier call has stored only to who sees all, or to the key that uploaded it', async () => {
  const [streams, id, keyId] = [new Streams(openInMemoryEventStore()), newId(), newId()];
  await streams.decide(assetStream, id, someone, () => [assetStored({ assetId: id, uploadedByKeyId: keyId })]);
  // A plan is asked for by the reservation and before the file is taken.
  const live = { get: async () => ({ state: { kind: 'subscription', plan: 'growth', status: 'active' } }), head: async () => 0n };
  const deps = { streams, live, uploads: { reserve: async () => () => undefined } } as unknown as UploadAssetDeps;
  const repeatBy = (changes: Partial<Principal>) =>
    uploadAsset(deps, { environment: 'sandbox', ...changes } as Principal, 'image', {
      ...{
        declaredBytes: 1,
        mayBeRepeat: true,
        receive: async () => ({ path: '/nowhere/file', filename: 'a.png', sizeBytes: 1, sha256: 'a' }),
      },
      answer: (_, store) => store({ id, mayExist: true }),
    });
  expect(await repeatBy({ accountIds: null })).toMatchObject({ assetId: id });
  expect(await repeatBy({ accountIds: [], keyId })).toMatchObject({ assetId: id });
  await expect(repeatBy({ accountIds: [], keyId: newId() })).rejects.toMatchObject({ code: 'account_not_permitted' });
});
