import { jsonEvent, type JSONEventType, type JSONType, type ResolvedEvent } from '@eventstore/db-client';
import type { FactMetadata, NewFact, RecordedFact } from './recorded-fact';

export const toEsdb = (fact: NewFact) =>
  jsonEvent({
    id: fact.id,
    type: fact.type,
    data: fact.data as JSONType,
    // JSON as well, but an interface has no index signature.
    metadata: fact.metadata as unknown as Record<string, JSONType>,
  });

const systemMetadata: FactMetadata = { actor: { type: 'system' }, occurredAt: '1970-01-01T00:00:00.000Z', schemaVersion: 0 };

/** Null for a link whose target is gone. */
export function fromEsdb(resolved: ResolvedEvent<JSONEventType>): RecordedFact | null {
  const event = resolved.event ?? resolved.link;
  if (!event) return null;
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: resolved.commitPosition ?? event.position?.commit ?? 0n,
    type: event.type,
    data: event.data,
    metadata: (event.metadata as FactMetadata | undefined) ?? systemMetadata,
    recordedAt: event.created,
  };
}
