import { withTimeout } from '@pps/concurrency';
import { NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
import type { RawEvent } from './raw-events';
import { toProposed } from './to-proposed';

interface Append {
  readonly stream: string;
  readonly events: RawEvent[];
  bytes: number;
}

/** Half of what a server takes in one append; a larger event goes alone, as it did when it was written. */
const appendBytes = 512 * 1024;
const windowBytes = 4 * 1024 * 1024;
const windowAppends = 128;
const answerMs = 30_000;

/**
 * Writes events in their order: events of one stream that follow each other in one append, and so many appends at once on one connection, which a
 * server takes in the order in which they were sent.
 */
export class AppendWindow {
  private appends: Append[] = [];
  private bytes = 0;
  private lastPosition = -1n;

  constructor(private readonly client: EventStoreDBClient) {}

  /** Waits for the server when the window is full. Throws what the server refuses, and `OrderLost`. */
  async add(event: RawEvent): Promise<void> {
    const bytes = sizeOf(event);
    const last = this.appends.at(-1);
    if (last?.stream === event.stream && last.bytes + bytes <= appendBytes) {
      last.events.push(event);
      last.bytes += bytes;
    } else {
      if (this.appends.length >= windowAppends || this.bytes + bytes > windowBytes) await this.flush();
      this.appends.push({ stream: event.stream, events: [event], bytes });
    }
    this.bytes += bytes;
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    const appends = this.appends;
    this.appends = [];
    this.bytes = 0;
    // The first alone: it opens the connection, and appends sent meanwhile would overtake it.
    const first = this.lastPosition === -1n ? appends.splice(0, 1) : [];
    for (const group of [first, appends]) {
      for (const answer of await Promise.allSettled(group.map((append) => this.send(append)))) {
        if (answer.status === 'rejected') throw answer.reason;
        if (answer.value <= this.lastPosition) throw new OrderLost();
        this.lastPosition = answer.value;
      }
    }
  }

  /** The revision that is expected makes the target number its events as the log did, or refuse them. */
  private async send({ stream, events }: Append): Promise<bigint> {
    const first = events[0]?.revision ?? 0n;
    const expectedRevision = first === 0n ? NO_STREAM : first - 1n;
    const call = this.client.appendToStream(stream, events.map(toProposed), { expectedRevision, requiresLeader: true });
    const { position } = await withTimeout(call, answerMs, `the answer to an append to ${stream}`);
    if (!position) throw new Error(`the target does not say where it wrote to ${stream}`);
    return position.commit;
  }
}

/** The target wrote appends in another order than they were sent: it has to be emptied and the copy begun again. */
export class OrderLost extends Error {
  override readonly name = 'OrderLost';

  constructor() {
    super('the target has changed the order of events: begin again with an empty one');
  }
}

const sizeOf = ({ data, metadata, type }: RawEvent): number => bytesOf(data) + bytesOf(metadata) + 2 * type.length;

const bytesOf = (content: unknown): number =>
  content instanceof Uint8Array ? content.length : Buffer.byteLength(JSON.stringify(content) ?? '');
