import type { StoredEvent } from '../log/stored-event';
import { decodeEvent, encodeEvents } from './event.codec';
import { toBuffer } from './encode-message';

/** An event that holds its bytes in its encoded form only: half the memory, since readers are sent that form. */
class EncodedEvent implements StoredEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly created: bigint;

  constructor(
    event: StoredEvent,
    readonly encoded: Buffer,
  ) {
    this.position = event.position;
    this.stream = event.stream;
    this.revision = event.revision;
    this.id = event.id;
    this.type = event.type;
    this.isJson = event.isJson;
    this.created = event.created;
  }

  get data(): Buffer {
    return toBuffer(decodeEvent(this.encoded).data);
  }

  get metadata(): Buffer {
    return toBuffer(decodeEvent(this.encoded).customMetadata);
  }
}

/** The same events, with their data and metadata in their encoded forms, which share memory: it is free once the last of them is dropped. */
export function toEncodedEvents(events: readonly StoredEvent[]): StoredEvent[] {
  const encoded = encodeEvents(events);
  return events.map((event, index) => new EncodedEvent(event, encoded[index]!));
}
