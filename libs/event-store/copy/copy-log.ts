import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { openEventStore } from '../esdb.client';
import { nameLog, readLogIdentity } from '../log-identity';
import { differenceOf } from './compare-logs';
import { eventHash, readCopiedEvents, type RawEvent, toProposed } from './raw-events';
import { Retention } from './retention';
import { withTimeout } from '@pps/concurrency';

export interface CopiedLog {
  /** Ids of the log and of its copy. */
  readonly logId: string;
  readonly copyId: string;
  /** Events that an earlier copy had written already, and those that this one wrote. */
  readonly found: number;
  readonly written: number;
}

/** The target holds something that is not of this log. */
export class ForeignTarget extends Error {
  override readonly name = 'ForeignTarget';
}

/**
 * Copies every event to an EventStoreDB that is empty or that holds the beginning of this copy: ids, types, data, metadata, revisions and the order of all
 * are kept; then how long streams are retained. The copy gets an identity of its own. Nobody may write to either meanwhile. Told of every 10,000
 * events; stopped at any moment it goes on when it is called again. Throws `ForeignTarget`, `OrderLost`, and when one of them does not answer.
 */
export async function copyLog(fromUrl: string, toUrl: string, onProgress: (events: number) => void = () => undefined): Promise<CopiedLog> {
  const [source, target] = [EventStoreDBClient.connectionString(fromUrl), EventStoreDBClient.connectionString(toUrl)];
  const [retained, retainedInCopy] = [new Retention(), new Retention()];
  const theirs = readCopiedEvents(target, (event) => retainedInCopy.note(event));
  try {
    const ids = await nameCopy(fromUrl, toUrl, target);
    const window = new AppendWindow(target);
    let [found, written] = [0, 0];
    for await (const event of readCopiedEvents(source, (other) => retained.note(other))) {
      const present = written === 0 ? await theirs.next() : { done: true as const };
      if (present.done) {
        await window.add(event);
        written++;
      } else {
        refuseUnequal(++found, event, present.value);
      }
      if ((found + written) % 10_000 === 0) onProgress(found + written);
    }
    await window.flush();
    if (written === 0 && !(await theirs.next()).done) throw new ForeignTarget('the target goes on behind the end of this log');
    await retained.apply(target, retainedInCopy);
    return { ...ids, found, written };
  } finally {
    await theirs.return(undefined);
    await Promise.all([source.dispose(), target.dispose()]);
  }
}

function refuseUnequal(number: number, event: RawEvent, present: RawEvent): void {
  if (eventHash(event) !== eventHash(present)) throw new ForeignTarget(`the target is no copy: ${differenceOf(number, event, present)}`);
}

/** Gives the target an identity that says what it is a copy of, unless it has it. Throws `ForeignTarget` for one that was used for anything else. */
async function nameCopy(fromUrl: string, toUrl: string, target: EventStoreDBClient): Promise<Pick<CopiedLog, 'logId' | 'copyId'>> {
  const [from, to] = [openEventStore(fromUrl), openEventStore(toUrl)];
  try {
    const logId = await from.identity();
    const known = await readLogIdentity(to);
    if (!known) await refuseUsed(target);
    const { logId: copyId, copiedFrom } = known ?? (await nameLog(to, { logId: await to.peekIdentity(), copiedFrom: logId }));
    if (copyId === logId) throw new ForeignTarget('the target is this log itself');
    if (copiedFrom !== logId) throw new ForeignTarget('the target is another log');
    return { logId, copyId };
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function refuseUsed(target: EventStoreDBClient): Promise<void> {
  for await (const { type, stream } of readCopiedEvents(target, () => undefined)) {
    throw new ForeignTarget(`the target holds events of others: ${type} of ${stream}`);
  }
}

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
class AppendWindow {
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
class OrderLost extends Error {
  override readonly name = 'OrderLost';

  constructor() {
    super('the target has changed the order of events: begin again with an empty one');
  }
}

const sizeOf = ({ data, metadata, type }: RawEvent): number => bytesOf(data) + bytesOf(metadata) + 2 * type.length;

const bytesOf = (content: unknown): number =>
  content instanceof Uint8Array ? content.length : Buffer.byteLength(JSON.stringify(content) ?? '');
