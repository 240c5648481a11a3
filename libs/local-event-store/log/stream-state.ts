import { noMetadata, type StreamMetadata } from './stream-metadata';
import { isMetastream } from './stream-name';
import { noRevision, tombstoneRevision } from './stored-event';

/** What a write or read must know of a stream and its metastream. Last revisions are -1 without events and 2^63-1 after a tombstone. */
export interface StreamState {
  readonly lastRevision: bigint;
  readonly lastMetadataRevision: bigint;
  readonly metadata: StreamMetadata;
}

export const unwritten: StreamState = { lastRevision: noRevision, lastMetadataRevision: noRevision, metadata: noMetadata };

export function isTombstoned(state: StreamState): boolean {
  return state.lastRevision === tombstoneRevision;
}

/** Last revision of the stream named, which may be the metastream of the state's stream. */
export function lastRevisionOf(stream: string, state: StreamState): bigint {
  return isMetastream(stream) ? state.lastMetadataRevision : state.lastRevision;
}
