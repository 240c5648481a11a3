export type ExpectedStreamRevision = bigint | 'any' | 'no_stream' | 'stream_exists';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

export type WriteRequest =
  | {
      readonly kind: 'append';
      readonly stream: string;
      readonly expected: ExpectedStreamRevision;
      readonly events: readonly ProposedEvent[];
    }
  | { readonly kind: 'delete' | 'tombstone'; readonly stream: string; readonly expected: ExpectedStreamRevision };

/** How a write ended. `revision` is -1 when the stream has none; `position` is absent when nothing readable was written. */
export type WriteOutcome =
  | { readonly kind: 'success'; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly kind: 'wrong_expected_version'; readonly current: bigint }
  | { readonly kind: 'stream_deleted' };

/** Milliseconds that a write may be queued, as EventStoreDB limits it by default. */
export const writeTimeoutMs = 2_000;

/** Bytes that one append may have: the default of EventStoreDB up to 25.0. Exactly as many are accepted. */
export const maxAppendBytes = 1024 * 1024;

/** Bytes of an event that count: data, metadata and, as EventStoreDB does since 24.10.4, two for each UTF-16 unit of its type. */
export function appendSizeOf({ data, metadata, type }: ProposedEvent): number {
  return data.length + metadata.length + 2 * type.length;
}
