import { noRevision, tombstoneRevision } from '../log/stored-event';
import type { ExpectedStreamRevision } from './write-request';

/** An event written before, with what the idempotency rules compare. */
export interface WrittenEvent {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
}

export interface AppendSituation {
  readonly lastRevision: bigint;
  readonly softDeleted: boolean;
  readonly hasMetadata: boolean;
  readonly expected: ExpectedStreamRevision;
  readonly ids: readonly string[];
  /** The recently committed event of this stream with that id, if this stream used the id first. */
  readonly recent: (id: string) => WrittenEvent | undefined;
  /** The event stored at that revision of this stream. */
  readonly stored: (revision: bigint) => WrittenEvent | undefined;
  /** Whether a reader still sees that revision. */
  readonly readable: (revision: bigint) => boolean;
}

export type AppendDecision =
  | { readonly kind: 'append' }
  | { readonly kind: 'already_written'; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly kind: 'wrong_expected_version' }
  | { readonly kind: 'stream_deleted' };

const append: AppendDecision = { kind: 'append' };
const wrongExpectedVersion: AppendDecision = { kind: 'wrong_expected_version' };
const streamDeleted: AppendDecision = { kind: 'stream_deleted' };

/** Decides an append as EventStoreDB does; tombstones and deletes ask with one fresh id. */
export function decideAppend(situation: AppendSituation): AppendDecision {
  const { lastRevision, expected } = situation;
  if (lastRevision === tombstoneRevision) return streamDeleted;
  if (expected === 'any') return decideByRecentIds(situation);
  if (expected === 'stream_exists') {
    if (situation.softDeleted) return streamDeleted;
    if (lastRevision === noRevision && !situation.hasMetadata) return wrongExpectedVersion;
    return decideByRecentIds(situation);
  }
  const expectedRevision = expected === 'no_stream' ? noRevision : expected;
  if (expectedRevision === lastRevision) return append;
  if (expectedRevision > lastRevision) return wrongExpectedVersion;
  return decideByStoredIds(situation, expectedRevision);
}

function decideByRecentIds({ ids, recent }: AppendSituation): AppendDecision {
  const [first, ...later] = ids;
  if (first === undefined) return append;
  let last = recent(first);
  if (!last) return append;
  for (const id of later) {
    last = recent(id);
    if (!last) return wrongExpectedVersion;
  }
  return { kind: 'already_written', revision: last.revision, position: last.position };
}

function decideByStoredIds({ ids, stored, readable, softDeleted, expected }: AppendSituation, expectedRevision: bigint): AppendDecision {
  const recreates = expected === 'no_stream' && softDeleted ? append : wrongExpectedVersion;
  let last: WrittenEvent | undefined;
  for (const [index, id] of ids.entries()) {
    const revision = expectedRevision + 1n + BigInt(index);
    const found = stored(revision);
    if (found?.id !== id) return index === 0 ? recreates : wrongExpectedVersion;
    last = found;
  }
  if (!last) return recreates;
  return { kind: 'already_written', revision: last.revision, position: readable(last.revision) ? last.position : undefined };
}
