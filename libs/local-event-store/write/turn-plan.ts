import { isMetadataDocument, isSoftDeleted, parseStreamMetadata, withTruncateBefore } from '../log/stream-metadata';
import { isMetastream, metastreamOf, originalStreamOf } from '../log/stream-name';
import { isTombstoned, lastRevisionOf, type StreamState } from '../log/stream-state';
import { noRevision, ticksOf, tombstoneRevision, type StoredEvent } from '../log/stored-event';
import { readableRange } from '../log/readable-range';
import { decideAppend, type AppendDecision, type WrittenEvent } from './append-decision';
import type { ProposedEvent, WriteOutcome, WriteRequest } from './write-request';

/** What one turn of the writer starts from. The look-ups answer from what was committed before the turn. */
export interface TurnStart {
  /** Position of the last committed event. */
  readonly head: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly newId: () => string;
  /** State of an original stream; every stream of the turn must be known. */
  readonly stateOf: (originalStream: string) => StreamState;
  readonly recentOf: (id: string) => RecentEvent | undefined;
  readonly storedAt: (stream: string, revision: bigint) => WrittenEvent | undefined;
}

/** Where an event id was used first. */
export interface RecentEvent extends WrittenEvent {
  readonly stream: string;
}

/** What one turn writes and answers; nothing of it is true before the events are committed. */
export interface TurnPlan {
  readonly events: readonly StoredEvent[];
  readonly states: ReadonlyMap<string, StreamState>;
  readonly recent: ReadonlyMap<string, RecentEvent>;
  /** One per request, in order. */
  readonly outcomes: readonly WriteOutcome[];
}

const nothing = Buffer.alloc(0);
const softDeletion = Buffer.from(`{"$tb":${tombstoneRevision}}`);

/** Decides a turn's requests one after the other, each seeing the ones before it, and numbers their events without gaps. */
export function planTurn(start: TurnStart, requests: readonly WriteRequest[]): TurnPlan {
  const events: StoredEvent[] = [];
  const states = new Map<string, StreamState>();
  const recent = new Map<string, RecentEvent>();
  const created = ticksOf(start.now);
  let position = start.head;

  const stateOf = (stream: string) => states.get(originalStreamOf(stream)) ?? start.stateOf(originalStreamOf(stream));

  const write = (stream: string, revision: bigint, proposed: ProposedEvent): WrittenEvent => {
    position += 1n;
    const event: StoredEvent = { ...proposed, position, stream, revision, created, frame: undefined };
    events.push(event);
    if (!recent.has(event.id) && !start.recentOf(event.id)) recent.set(event.id, event);
    states.set(originalStreamOf(stream), afterEvent(stateOf(stream), event));
    return event;
  };
  const writeMetadata = (stream: string, data: Buffer) =>
    write(metastreamOf(stream), stateOf(stream).lastMetadataRevision + 1n, {
      id: start.newId(),
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
        const found = recent.get(id) ?? start.recentOf(id);
        return found?.stream === stream ? found : undefined;
      },
      stored: (revision) =>
        events.find((event) => event.stream === stream && event.revision === revision) ?? start.storedAt(stream, revision),
      readable: (revision) => revision >= range.first && revision <= range.last,
    });
  };

  const append = (stream: string, proposed: readonly ProposedEvent[]): WriteOutcome => {
    const before = stateOf(stream);
    let revision = lastRevisionOf(stream, before);
    let last: WrittenEvent | undefined;
    for (const event of proposed) last = write(stream, ++revision, event);
    if (isSoftDeleted(before.metadata)) {
      const firstReadable = isMetastream(stream) ? before.lastRevision + 1n : lastRevisionOf(stream, before) + 1n;
      const document = proposed.at(-1)?.data;
      if (!isMetastream(stream)) writeMetadata(stream, withTruncateBefore(before.metadata, firstReadable));
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
      const tombstone = { id: start.newId(), type: '$streamDeleted', isJson: false, data: nothing, metadata: nothing };
      return { kind: 'success', revision: tombstoneRevision, position: write(stream, tombstoneRevision, tombstone).position };
    }
    if (state.lastRevision === noRevision && state.lastMetadataRevision === noRevision) {
      return { kind: 'wrong_expected_version', current: noRevision };
    }
    return { kind: 'success', revision: state.lastRevision, position: writeMetadata(stream, softDeletion).position };
  };

  const outcomes = requests.map((request): WriteOutcome => {
    const proposed = request.kind === 'append' ? request.events : undefined;
    const decision = decide(request, proposed ? proposed.map((event) => event.id) : [start.newId()]);
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
