import {
  convertToCommandError,
  type BaseOptions,
  type EventStoreDBClient,
  type JSONEventType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils';
import { Empty, StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { withTimeout } from '@pps/concurrency';
import { insidesOf } from './client-insides';
import { fromEsdb } from './esdb.codec';
import type { RecordedFact } from './recorded-fact';

export interface StreamQuestion {
  /** Null: the whole log, which has no revisions. */
  readonly stream: string | null;
  /** A revision or the first, then oldest first; or the last, then newest first. */
  readonly from: number | 'first' | 'last';
  /** Absent: all. */
  readonly maxCount?: number;
}

/**
 * The facts of one stream, empty for an absent one, or of the whole log. `readStream` and `readAll` of the client wrap the call in two more streams and make
 * two errors of the answer that a stream is absent, which a new pin's always is. Throws what they throw but for an absent stream, and `TimedOut` after so
 * many milliseconds.
 */
export async function readFacts(
  client: EventStoreDBClient,
  question: StreamQuestion,
  options: BaseOptions,
  timeoutMs: number,
): Promise<RecordedFact[]> {
  const { execute, callArguments } = insidesOf(client);
  let isLate = false;
  let cancel = (): void => undefined;
  const call = (streams: StreamsClient) =>
    new Promise<ReadResp[]>((resolve, reject) => {
      // The client may have looked for a leader until now.
      if (isLate) return resolve([]);
      const answers: ReadResp[] = [];
      const reading = streams.read(requestOf(question), ...callArguments(options, { deadline: Infinity }));
      reading.on('data', (answer: ReadResp) => answers.push(answer));
      reading.on('error', (error) => reject(convertToCommandError(error)));
      reading.on('end', () => resolve(answers));
      cancel = () => reading.cancel();
    });
  const abandon = () => {
    isLate = true;
    cancel();
  };
  const answers = await withTimeout(execute(StreamsClient, 'readStream', call), timeoutMs, 'the answer', abandon);
  return answers.flatMap((answer) => factOf(answer) ?? []);
}

/** Null for the answer that the stream is absent, and for a link whose target is gone. */
function factOf(answer: ReadResp): RecordedFact | null {
  const event = answer.getEvent();
  return event ? fromEsdb(convertGrpcEvent<ResolvedEvent<JSONEventType>>(event)) : null;
}

function requestOf({ stream, from, maxCount = Number.MAX_SAFE_INTEGER }: StreamQuestion): ReadReq {
  const options = new ReadReq.Options()
    .setReadDirection(from === 'last' ? ReadReq.Options.ReadDirection.BACKWARDS : ReadReq.Options.ReadDirection.FORWARDS)
    .setCount(String(maxCount))
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()))
    .setNoFilter(new Empty());
  if (stream === null) {
    const all = new ReadReq.Options.AllOptions();
    return new ReadReq().setOptions(options.setAll(from === 'last' ? all.setEnd(new Empty()) : all.setStart(new Empty())));
  }
  const ofStream = new ReadReq.Options.StreamOptions().setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (from === 'last') ofStream.setEnd(new Empty());
  else if (from === 'first') ofStream.setStart(new Empty());
  else ofStream.setRevision(String(from));
  return new ReadReq().setOptions(options.setStream(ofStream));
}
