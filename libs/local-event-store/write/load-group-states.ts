import type { CommittedLog } from '../log/committed-log';
import type { LogTail } from '../log/log-tail';
import { originalStreamOf } from '../log/stream-name';
import { lastRevisionOf, unwritten, type StreamState } from '../log/stream-state';
import type { WriterConnection } from '../postgres/writer-connection';
import type { WrittenEvent } from './append-decision';
import type { WriteRequest } from './write-request';

type States = ReadonlyMap<string, StreamState>;

/** States of all streams of a group, by original stream: from the cache, the others in one query. */
export async function loadGroupStates(
  connection: WriterConnection,
  committed: CommittedLog,
  requests: readonly WriteRequest[],
): Promise<States> {
  const states = new Map<string, StreamState>();
  const missing = new Set<string>();
  for (const request of requests) {
    const stream = originalStreamOf(request.stream);
    const cached = committed.states.get(stream);
    if (cached) states.set(stream, cached);
    else missing.add(stream);
  }
  if (missing.size === 0) return states;
  const loaded = await connection.loadStreamStates([...missing]);
  committed.states.commit(loaded);
  for (const [stream, state] of loaded) states.set(stream, state);
  return states;
}

/**
 * The events that a group's appends may repeat, by `revision@stream`: strong idempotency compares ids at revisions already passed.
 * Those in the tail are left out, so that only older ones cost a query.
 */
export async function loadStoredIds(
  connection: WriterConnection,
  committed: CommittedLog,
  requests: readonly WriteRequest[],
  states: States,
): Promise<ReadonlyMap<string, WrittenEvent>> {
  const missing: { stream: string; revision: bigint }[] = [];
  for (const request of requests) {
    const { stream, expected } = request;
    if (request.kind !== 'append' || (typeof expected !== 'bigint' && expected !== 'no_stream')) continue;
    const first = expected === 'no_stream' ? 0n : expected + 1n;
    const last = lastRevisionOf(stream, states.get(originalStreamOf(stream)) ?? unwritten);
    for (let revision = first; revision <= last && revision < first + BigInt(request.events.length); revision += 1n) {
      if (!findStoredEvent(committed.tail, stream, revision)) missing.push({ stream, revision });
    }
  }
  return missing.length > 0 ? connection.readWritten(missing) : new Map();
}

/** The event at that revision if the tail has it. */
export function findStoredEvent(tail: LogTail, stream: string, revision: bigint): WrittenEvent | undefined {
  const events = tail.ofStream(stream);
  const first = events?.at(0);
  if (!events || !first || revision < first.revision) return undefined;
  const event = events.at(Number(revision - first.revision));
  return event?.revision === revision ? event : undefined;
}
