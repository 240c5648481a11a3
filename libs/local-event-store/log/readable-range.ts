import { isSoftDeleted } from './stream-metadata';
import { isMetastream } from './stream-name';
import { lastRevisionOf, type StreamState } from './stream-state';
import { noRevision, toTicks, type StoredEvent } from './stored-event';

/** Revisions a reader may see, both inclusive; empty when `first` is above `last`. Age is judged per event. */
export interface ReadableRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly maxAgeSeconds: number | undefined;
}

/** Applies `$tb` and `$maxCount`; a metastream shows its last event only. */
export function readableRange(stream: string, state: StreamState): ReadableRange {
  const last = lastRevisionOf(stream, state);
  if (isMetastream(stream)) return { first: last > 0n ? last : 0n, last, maxAgeSeconds: undefined };
  const { maxCount, maxAgeSeconds, truncateBefore } = state.metadata;
  if (isSoftDeleted(state.metadata)) return { first: 0n, last: noRevision, maxAgeSeconds };
  let first = 0n;
  if (truncateBefore !== undefined && truncateBefore > first) first = truncateBefore;
  if (maxCount !== undefined && last - maxCount + 1n > first) first = last - maxCount + 1n;
  return { first, last, maxAgeSeconds };
}

/** Whether the event is young enough for the range. `now` is milliseconds since the Unix epoch. */
export function isYoungEnough(event: StoredEvent, range: ReadableRange, now: number): boolean {
  return range.maxAgeSeconds === undefined || event.created >= toTicks(now - range.maxAgeSeconds * 1000);
}
