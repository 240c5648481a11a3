import type { StoredEvent } from '../log/stored-event';
import { encodeMessage, encodeMessages } from './encode-message';
import { ReadResp, type ReadEvent, type RecordedEvent } from './messages';
import { toStreamIdentifier } from './stream-identifier.codec';
import { toUuidMessage, type UuidForm } from './uuid.codec';

/** The encoded ReadResp of an unresolved event with a textual id, cached on the event for the next reader. */
export function encodeEvent(event: StoredEvent): Buffer {
  event.encoded ??= encodeMessage(ReadResp, toPlainResponse(event));
  return event.encoded;
}

/** The same of several events, in one piece of memory. */
export function encodeEvents(events: readonly StoredEvent[]): Buffer[] {
  return encodeMessages(ReadResp, events.map(toPlainResponse));
}

/** The encoded ReadResp of a resolved link, or of any event in the id form asked for. A link without target has no event. */
export function encodeResolved(event: StoredEvent | undefined, link: StoredEvent | undefined, form: UuidForm): Buffer {
  if (event && !link && form === 'string') return encodeEvent(event);
  const original = link ?? event;
  return encodeMessage(
    ReadResp,
    toResponse({
      event: event && toRecordedEvent(event, form),
      link: link && toRecordedEvent(link, form),
      position: original && toPosition(original),
    }),
  );
}

/** The event inside of an encoded ReadResp of `encodeEvent`. */
export function decodeEvent(encoded: Buffer): RecordedEvent {
  const { content } = ReadResp.decode(encoded);
  if (content?.$case !== 'event' || !content.value.event) throw new Error('not an encoded event');
  return content.value.event;
}

function toPlainResponse(event: StoredEvent): ReadResp {
  return toResponse({ event: toRecordedEvent(event, 'string'), link: undefined, position: toPosition(event) });
}

function toResponse(event: ReadEvent): ReadResp {
  return { content: { $case: 'event', value: event } };
}

function toPosition({ position }: StoredEvent): ReadEvent['position'] {
  return { $case: 'commitPosition', value: position };
}

function toRecordedEvent(event: StoredEvent, form: UuidForm): RecordedEvent {
  return {
    id: toUuidMessage(event.id, form),
    streamIdentifier: toStreamIdentifier(event.stream),
    streamRevision: event.revision,
    preparePosition: event.position,
    commitPosition: event.position,
    metadata: {
      type: event.type,
      'content-type': event.isJson ? 'application/json' : 'application/octet-stream',
      created: String(event.created),
    },
    customMetadata: event.metadata,
    data: event.data,
  };
}
