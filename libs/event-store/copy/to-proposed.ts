import { binaryEvent, jsonEvent, type BinaryEventData, type JSONEventData, type JSONType } from '@eventstore/db-client';
import type { RawEvent } from './raw-events';

/** The event as it is to be written once more: the same id, type, data and metadata. */
export function toProposed({ id, type, isJson, data, metadata }: RawEvent): JSONEventData | BinaryEventData {
  const common = { id, type, ...(metadata !== undefined && { metadata: metadata as Record<string, JSONType> }) };
  return isJson ? jsonEvent({ ...common, data: data as JSONType }) : binaryEvent({ ...common, data: data as Uint8Array });
}
