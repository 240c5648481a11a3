import { tombstoneRevision, type StoredEvent } from '../log/stored-event';
import { eventFrame } from './event.codec';
import { varintBytes } from './wire-writer';

/** An event that holds its bytes in its frame only: half the objects, and no network buffer is kept alive. */
class FramedEvent implements StoredEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly created: bigint;
  readonly frame: Buffer;
  private readonly metadataBytes: number;
  private readonly dataBytes: number;

  constructor(event: StoredEvent) {
    this.position = event.position;
    this.stream = event.stream;
    this.revision = event.revision;
    this.id = event.id;
    this.type = event.type;
    this.isJson = event.isJson;
    this.created = event.created;
    this.frame = eventFrame(event);
    this.metadataBytes = event.metadata.length;
    this.dataBytes = event.data.length;
  }

  // The frame ends with the data and the commit position; the metadata is the field before the data.
  get data(): Buffer {
    return this.frame.subarray(this.dataStart(), this.dataStart() + this.dataBytes);
  }

  get metadata(): Buffer {
    const end = this.dataStart() - 1 - varintBytes(this.dataBytes);
    return this.frame.subarray(end - this.metadataBytes, end);
  }

  private dataStart(): number {
    return this.frame.length - 1 - varintBytes(Number(this.position)) - this.dataBytes;
  }
}

/** The same event, with its bytes in its own frame. */
export function settleInFrame(event: StoredEvent): StoredEvent {
  return event.revision === tombstoneRevision ? event : new FramedEvent(event);
}
