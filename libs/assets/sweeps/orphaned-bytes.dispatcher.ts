import type { PresentEpoch } from '@pps/workspaces/events';
import { originalKey, type AssetStorage } from '@pps/asset-storage';
import type { Leadership } from '@pps/leases';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { assetStream } from '../asset.stream';
import { convertedKey } from '@pps/asset-storage';

export interface OrphanedBytesDeps {
  readonly streams: Streams;
  readonly storage: AssetStorage;
  /** The projects of these assets, as far as the read model knows them; it saves a read of the log for each. */
  readonly projectsOf: (
    assetIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly projectId: string; readonly epoch: number }>>;
  readonly presentEpoch: PresentEpoch;
  readonly clock: Clock;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export const orphanedBytesDuty = 'leftover-asset-bytes';

/** Longer than an upload may take from its first byte to its fact. */
const graceMs = 60 * 60_000;
const everyMs = 60 * 60_000;
const chunkSize = 100;
/** Between two chunks, so that the sweep of a large storage leaves time for others. */
const pauseMs = 200;

/** Removes orphaned bytes every hour. */
export async function runOrphanedBytesSweep(deps: OrphanedBytesDeps, { signal }: Leadership): Promise<void> {
  while (!signal.aborted) {
    await sweepOrphanedBytes(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

/** Walks the storage once: bytes of deleted assets, of older epochs, and without a fact an hour after they were put are removed. Gives how many assets. */
export async function sweepOrphanedBytes(deps: OrphanedBytesDeps, signal: AbortSignal): Promise<number> {
  const before = deps.clock().getTime() - graceMs;
  let chunk: string[] = [];
  let removed = 0;
  const settle = async () => {
    removed += await sweepChunk(deps, chunk);
    chunk = [];
    await deps.pause(pauseMs, signal);
  };
  for await (const { assetId, putAt } of deps.storage.list()) {
    if (signal.aborted) return removed;
    if (putAt.getTime() < before) chunk.push(assetId);
    if (chunk.length >= chunkSize) await settle();
  }
  if (chunk.length > 0) await settle();
  return removed;
}

async function sweepChunk(deps: OrphanedBytesDeps, chunk: readonly string[]): Promise<number> {
  const assetIds = [...new Set(chunk)];
  const known = await deps.projectsOf(assetIds);
  let removed = 0;
  for (const assetId of assetIds) {
    const project = known.get(assetId);
    if (project && (await deps.presentEpoch(project))) continue;
    try {
      if (await isNamed(deps, assetId)) continue;
      await deps.storage.remove(originalKey(assetId));
      await deps.storage.remove(convertedKey(assetId));
      removed += 1;
    } catch (error) {
      // One that fails must not hold up the others.
      deps.onError(error);
    }
  }
  return removed;
}

/** The log alone decides: a read model may be behind. */
async function isNamed({ streams, presentEpoch }: OrphanedBytesDeps, assetId: string): Promise<boolean> {
  const { state } = await streams.load(assetStream, assetId);
  return state.kind === 'asset' && presentEpoch(state);
}
