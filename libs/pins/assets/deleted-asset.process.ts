import { causedBy, type CommandRunner, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { pinStream } from '../pin-stream';
import { failWaiting } from '../publishing.decider';
import type { AssetDeleted } from './asset.events';
import type { AssetStorage } from './asset-storage';
import { removeAsset } from './remove-asset';

export interface DeletedAssetDeps {
  readonly runner: CommandRunner;
  readonly storage: AssetStorage;
  /** Pins that show the asset and are neither published nor failed, as of now. */
  readonly pinsWaitingFor: (assetId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** A deleted asset takes its bytes and its room along; the pins that still wait for it fail, one in flight closes by its own outcome. */
export const followDeletedAssets = (deps: DeletedAssetDeps): Process<null> => ({
  name: 'deleted-assets',
  startsAt: 'beginning',
  handles: ['AssetDeleted'],
  initial: null,
  react: async (facts) => {
    for (const fact of facts) await follow(deps, fact);
    return null;
  },
});

async function follow({ runner, storage, pinsWaitingFor, clock }: DeletedAssetDeps, fact: RecordedFact): Promise<void> {
  const { assetId } = fact.data as AssetDeleted['data'];
  const { projectId, epoch } = fact.metadata;
  const now = clock();
  const at = now.toISOString();
  const origin = causedBy(fact, now);
  if (projectId === undefined) throw new Error(`AssetDeleted ${fact.id} names no project`);
  for (const pinId of await pinsWaitingFor(assetId)) {
    const command = { errorCode: 'asset_not_found' as const, message: 'An uploaded file that the pin shows was deleted.', at };
    await runner.run(pinStream, pinId, origin, (state) => failWaiting(command, state));
  }
  await removeAsset(runner, storage, { assetId, projectId, epoch: epoch ?? 0, at }, origin);
}
