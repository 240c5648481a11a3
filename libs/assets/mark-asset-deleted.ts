import type { Streams, Origin } from '@pps/event-store';
import { decideAssetDeletion } from './asset.decider';
import { assetStream } from './asset.stream';

/** Deletes an asset, so that no response shows it. Processes that answer the fact remove its bytes and fail the pins that wait for it. Throws `NotFound`. */
export async function markAssetDeleted(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  assetId: string,
  at: string,
  origin: Origin,
): Promise<void> {
  await streams.decide(assetStream, assetId, origin, (state) => decideAssetDeletion({ at }, state));
}
