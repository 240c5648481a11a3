import { isMetadataDocument, isSoftDeleted, parseStreamMetadata, withTruncateBefore } from '../log/stream-metadata';
import { isMetastream, metastreamOf, originalStreamOf } from '../log/stream-name';
import { isTombstoned, lastRevisionOf, type StreamState } from '../log/stream-state';
import { noRevision, toTicks, tombstoneRevision, type StoredEvent } from '../log/stored-event';
import { readableRange } from '../log/readable-range';
import { decideAppend, type AppendDecision, type WrittenEvent } from './append-decision';
import type { ProposedEvent, WriteOutcome, WriteRequest } from './write-request';

/** What a group commit starts from: all of it as it was committed before the group. */
export interface CommittedBefore {
  /** Position of the last committed event. */
  readonly head: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly newId: () => string;
  /** State of an original stream; must answer for every stream of the group. */
  readonly stateOf: (originalStream: string) => StreamState;
  readonly recentOf: (id: string) => RecentEvent | undefined;
  readonly storedAt: (stream: string, revision: bigint) => WrittenEvent | undefined;
}

/** Where an event id was used first. */
export interface RecentEvent extends WrittenEvent {
  readonly stream: string;
}

/** What a group of writes appends and how each is answered; nothing of it holds before the events are committed. */
export interface GroupCommit {
  readonly events: readonly StoredEvent[];
  readonly states: ReadonlyMap<string, StreamState>;
  readonly recent: ReadonlyMap<string, RecentEvent>;
  /** One per request, in order. */
  readonly outcomes: readonly WriteOutcome[];
}

const nothing = Buffer.alloc(0);
const softDeletion = Buffer.from(`{"$tb":${tombstoneRevision}}`);

/** Decides the writes of a group one after the other, each seeing the ones before it, and numbers their events without gaps. */
export function planGroupCommit(before: CommittedBefore, requests: readonly WriteRequest[]): GroupCommit {
  const events: StoredEvent[] = [];
  const states = new Map<string, StreamState>();
  const recent = new Map<string, RecentEvent>();
  const created = toTicks(before.now);
  let position = before.head;

  const stateOf = (stream: string) => states.get(originalStreamOf(stream)) ?? before.stateOf(originalStreamOf(stream));

  const write = (stream: string, revision: bigint, proposed: ProposedEvent): WrittenEvent => {
    position += 1n;
    const { id, type, isJson, data, metadata } = proposed;
    const event: StoredEvent = { position, stream, revision, id, type, isJson, data, metadata, created, encoded: undefined };
    events.push(event);
    if (!recent.has(event.id) && !before.recentOf(event.id)) recent.set(event.id, event);
    states.set(originalStreamOf(stream), afterEvent(stateOf(stream), event));
    return event;
  };
  const writeMetadata = (stream: string, data: Buffer) =>
    write(metastreamOf(stream), stateOf(stream).lastMetadataRevision + 1n, {
      id: before.newId(),
      type: '$metadata',
      isJson: true,
      data,
      metadata: nothing,
    });

  const decide = (request: WriteRequest, ids: readonly string[]): AppendDecision => {
    const { stream } = request;
    const state = stateOf(stream);
    if (isTombstoned(state)) return { kind: 'stream_deleted' };
    const range = readableRange(stream, state);
    return decideAppend({
      lastRevision: lastRevisionOf(stream, state),
      softDeleted: !isMetastream(stream) && isSoftDeleted(state.metadata),
      hasMetadata: !isMetastream(stream) && state.lastMetadataRevision > noRevision,
      expected: request.expected,
      ids,
      recent: (id) => {
        const found = recent.get(id) ?? before.recentOf(id);
        return found?.stream === stream ? found : undefined;
      },
      stored: (revision) =>
        events.find((event) => event.stream === stream && event.revision === revision) ?? before.storedAt(stream, revision),
      readable: (revision) => revision >= range.first && revision <= range.last,
    });
  };

  const append = (stream: string, proposed: readonly ProposedEvent[]): WriteOutcome => {
    const state = stateOf(stream);
    let revision = lastRevisionOf(stream, state);
    let last: WrittenEvent | undefined;
    for (const event of proposed) last = write(stream, ++revision, event);
    if (isSoftDeleted(state.metadata)) {
      const firstReadable = isMetastream(stream) ? state.lastRevision + 1n : lastRevisionOf(stream, state) + 1n;
      const document = proposed.at(-1)?.data;
      if (!isMetastream(stream)) writeMetadata(stream, withTruncateBefore(state.metadata, firstReadable));
      else if (document && isMetadataDocument(document)) {
        writeMetadata(originalStreamOf(stream), withTruncateBefore(parseStreamMetadata(document), firstReadable));
      }
    }
    return { kind: 'success', revision, position: last?.position };
  };

  const remove = (request: WriteRequest): WriteOutcome => {
    const { stream } = request;
    const state = stateOf(stream);
    if (request.kind === 'tombstone') {
      const tombstone = { id: before.newId(), type: '$streamDeleted', isJson: false, data: nothing, metadata: nothing };
      return { kind: 'success', revision: tombstoneRevision, position: write(stream, tombstoneRevision, tombstone).position };
    }
    if (state.lastRevision === noRevision && state.lastMetadataRevision === noRevision) {
      return { kind: 'wrong_expected_version', current: noRevision };
    }
    return { kind: 'success', revision: state.lastRevision, position: writeMetadata(stream, softDeletion).position };
  };

  const outcomes = requests.map((request): WriteOutcome => {
    const proposed = request.kind === 'append' ? request.events : undefined;
    const decision = decide(request, proposed ? proposed.map((event) => event.id) : [before.newId()]);
    switch (decision.kind) {
      case 'append':
        return proposed ? append(request.stream, proposed) : remove(request);
      case 'already_written':
        return { kind: 'success', revision: decision.revision, position: decision.position };
      case 'wrong_expected_version':
        return { kind: decision.kind, current: lastRevisionOf(request.stream, stateOf(request.stream)) };
      case 'stream_deleted':
        return { kind: decision.kind };
    }
  });
  return { events, states, recent, outcomes };
}

function afterEvent(state: StreamState, event: StoredEvent): StreamState {
  if (!isMetastream(event.stream)) return { ...state, lastRevision: event.revision };
  return { ...state, lastMetadataRevision: event.revision, metadata: parseStreamMetadata(event.data) };
}
