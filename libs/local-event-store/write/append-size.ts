import type { ProposedEvent } from './write-request';

/** Bytes that one append may have: the default of EventStoreDB up to 25.0. Exactly as many are accepted. */
export const maxAppendBytes = 1024 * 1024;

/** Bytes of an event that count: data, metadata and, as EventStoreDB does since 24.10.4, two for each UTF-16 unit of its type. */
export function appendSizeOf({ data, metadata, type }: ProposedEvent): number {
  return data.length + metadata.length + 2 * type.length;
}
