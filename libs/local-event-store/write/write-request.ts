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
