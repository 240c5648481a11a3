import type { CommandRunner, Origin } from '@pps/event-store';
import { decideAssetDeletion } from './asset.decider';
import { assetStream } from './asset.stream';

/** Deletes an asset, so that no response shows it. Processes that answer the fact remove its bytes and fail the pins that wait for it. Throws `NotFound`. */
export async function markAssetDeleted(
  { runner }: { readonly runner: Pick<CommandRunner, 'run'> },
  assetId: string,
  at: string,
  origin: Origin,
): Promise<void> {
  await runner.run(assetStream, assetId, origin, (state) => decideAssetDeletion({ at }, state));
}
