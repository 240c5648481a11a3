import { withTimeout } from '@pps/concurrency';
import {
  EventStoreDBClient,
  FORWARDS,
  START,
  type AllStreamRecordedEvent,
  binaryEvent,
  jsonEvent,
  type BinaryEventData,
  type JSONEventData,
  type JSONType,
} from '@eventstore/db-client';
import { identityStream } from '../log.stream';
import { createHash } from 'node:crypto';

/** An event as a log holds it, whoever wrote it; JSON is parsed, anything else is bytes. */
export type RawEvent = Pick<AllStreamRecordedEvent, 'id' | 'type' | 'revision' | 'isJson' | 'data' | 'metadata'> & {
  readonly stream: string;
  /** Opaque; several events of one append may have the same. */
  readonly position: bigint;
};

const silenceMs = 60_000;

/** Every event from the log's beginning to its present end, system events included. Throws when none comes for a minute. */
export async function* readRawEvents(client: EventStoreDBClient): AsyncGenerator<RawEvent> {
  const reading = client.readAll({ direction: FORWARDS, fromPosition: START, resolveLinkTos: false, requiresLeader: true });
  const events = reading[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await withTimeout(events.next(), silenceMs, 'the next event of the log');
      if (done) return;
      // A link is not resolved: it is its own event.
      const event = value.event ?? value.link;
      if (!event) continue;
      const { id, type, revision, isJson, data, metadata, streamId: stream } = event;
      yield { id, type, revision, isJson, data, metadata, stream, position: value.commitPosition ?? event.position.commit };
    }
  } finally {
    await reading.cancel().catch(() => undefined);
  }
}

/** Whether a copy holds the event at the same place: not what a server writes for itself, nor what a log says of itself. */
export const isCopied = ({ stream, type }: RawEvent): boolean =>
  !stream.startsWith('$') && stream !== identityStream && type !== '$streamDeleted';

/** The events that a copy holds; all others are given to `onOther` as they come. */
export async function* readCopiedEvents(client: EventStoreDBClient, onOther: (event: RawEvent) => void): AsyncGenerator<RawEvent> {
  for await (const event of readRawEvents(client)) {
    if (isCopied(event)) yield event;
    else onOther(event);
  }
}

/** The event as it is to be written once more: the same id, type, data and metadata. */
export function toProposed({ id, type, isJson, data, metadata }: RawEvent): JSONEventData | BinaryEventData {
  const common = { id, type, ...(metadata !== undefined && { metadata: metadata as Record<string, JSONType> }) };
  return isJson ? jsonEvent({ ...common, data: data as JSONType }) : binaryEvent({ ...common, data: data as Uint8Array });
}

/** SHA-256, hex, of everything of an event that a copy keeps: stream, revision, id, type, data and metadata; not position and time. */
export function eventHash({ stream, revision, id, type, isJson, data, metadata }: RawEvent): string {
  const parts = [stream, String(revision), id, type, String(isJson), contentOf(data), contentOf(metadata)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Bytes as base64, anything else as the JSON that is sent for it. */
const contentOf = (content: unknown): string =>
  content instanceof Uint8Array ? `bytes ${Buffer.from(content).toString('base64')}` : (JSON.stringify(content) ?? '');
