import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';

/** Writers that append to streams of their own until they are stopped, and what the server acknowledged to them. */
export interface RecordedAppends {
  /** Ids acknowledged, by `revision@stream`. */
  readonly acknowledged: Map<string, string>;
  /** Resolves when every writer has ended. */
  stop(): Promise<void>;
}

export interface FoundEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** Starts `writers` loops of one append after the other, half of them by each append call; a writer ends at its first failure. */
export function recordAppends(client: EventStoreDBClient, writers: number): RecordedAppends {
  const acknowledged = new Map<string, string>();
  let stopping = false;
  const write = async (writer: number) => {
    const stream = `durable-${randomUUID()}`;
    const classic = writer % 2 === 0 ? { credentials: { username: 'nobody', password: 'nothing' } } : {};
    for (let revision = 0; !stopping; revision += 1) {
      const id = randomUUID();
      const expectedRevision = revision === 0 ? 'no_stream' : BigInt(revision - 1);
      try {
        await client.appendToStream(stream, jsonEvent({ id, type: 'Written', data: { writer } }), { expectedRevision, ...classic });
      } catch {
        return;
      }
      acknowledged.set(`${revision}@${stream}`, id);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return {
    acknowledged,
    async stop() {
      stopping = true;
      await writing;
    },
  };
}

/** Reads the whole log. */
export async function readLog(client: EventStoreDBClient): Promise<FoundEvent[]> {
  const found: FoundEvent[] = [];
  for await (const { event } of client.readAll({ fromPosition: START })) {
    found.push({ id: event!.id, stream: event!.streamId, revision: event!.revision, position: event!.position!.commit });
  }
  return found;
}

/** Fails unless the log has all that was acknowledged, no position or revision missing, and none twice. */
export function expectNothingLost(log: readonly FoundEvent[], acknowledged: ReadonlyMap<string, string>): void {
  expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => BigInt(index + 1)));
  const next = new Map<string, bigint>();
  const ids = new Map<string, string>();
  for (const { stream, revision, id } of log) {
    expect(revision).toBe(next.get(stream) ?? 0n);
    next.set(stream, revision + 1n);
    ids.set(`${revision}@${stream}`, id);
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  for (const [event, id] of acknowledged) expect([event, ids.get(event)]).toEqual([event, id]);
}
