import { ANY, type EventStoreDBClient } from '@eventstore/db-client';
import { identityStream } from '../log.stream';
import { type RawEvent, toProposed } from './raw-events';

const softDeletedFrom = 2 ** 63;

/** What streams say of how long they are kept: their newest metadata, and which are deleted for good. Its history is not part of it. */
export class Retention {
  private readonly metadata = new Map<string, RawEvent>();
  private readonly tombstones = new Set<string>();

  /** Takes every event that is no copied one. */
  note(event: RawEvent): void {
    const { stream, type } = event;
    if (!stream.startsWith('$') && type === '$streamDeleted') this.tombstones.add(stream);
    const target = stream.startsWith('$$') ? stream.slice(2) : '';
    if (type === '$metadata' && target !== '' && !target.startsWith('$') && target !== identityStream) this.metadata.set(target, event);
  }

  /** One line for each stream that differs. */
  differencesFrom(other: Retention): string[] {
    const streams = new Set([...this.metadata.keys(), ...other.metadata.keys(), ...this.tombstones, ...other.tombstones]);
    return [...streams]
      .filter((stream) => this.retentionOf(stream) !== other.retentionOf(stream))
      .map((stream) => `${stream} is retained differently`);
  }

  /** Gives the streams of a log the retention that they have here, where it is another. */
  async apply(client: EventStoreDBClient, present: Retention): Promise<void> {
    for (const [stream, event] of this.metadata) {
      if (this.tombstones.has(stream) || this.retentionOf(stream) === present.retentionOf(stream)) continue;
      if (isSoftDeleted(event)) await client.deleteStream(stream, { expectedRevision: ANY });
      else await client.appendToStream(event.stream, [toProposed(event)], { expectedRevision: ANY, requiresLeader: true });
    }
    for (const stream of this.tombstones) {
      if (!present.tombstones.has(stream)) await client.tombstoneStream(stream, { expectedRevision: ANY });
    }
  }

  /** What decides which events of the stream a reader sees. */
  private retentionOf(stream: string): string {
    return this.tombstones.has(stream) ? 'deleted for good' : JSON.stringify(this.metadata.get(stream)?.data ?? null);
  }
}

// The server's 2^63 - 1 is this number once it has been through JSON.
function isSoftDeleted({ data }: RawEvent): boolean {
  const truncateBefore = (data as { readonly $tb?: unknown } | null)?.$tb;
  return typeof truncateBefore === 'number' && truncateBefore >= softDeletedFrom;
}
