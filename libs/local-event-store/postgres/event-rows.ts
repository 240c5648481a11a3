import type { StoredEvent } from '../log/stored-event';

/** A row of the columns read, as `rowMode: 'array'` gives it: bigints as text, bytes as base64. */
export type EventRow = [string, string, string, string, string, boolean, string, string, string];

export function toStoredEvent([position, stream, revision, id, type, isJson, data, metadata, created]: EventRow): StoredEvent {
  return {
    position: BigInt(position),
    stream,
    revision: BigInt(revision),
    id,
    type,
    isJson,
    data: toBytes(data),
    metadata: toBytes(metadata),
    created: BigInt(created),
    encoded: undefined,
  };
}

const nothing: Buffer = Buffer.alloc(0);

function toBytes(base64: string): Buffer {
  return base64 === '' ? nothing : Buffer.from(base64, 'base64');
}

/** One statement's parameters for many events: columns as arrays and all bytes as one block with lengths. */
export function toInsertParameters(events: readonly StoredEvent[]): unknown[] {
  const blocks: Buffer[] = [];
  const dataLengths: number[] = [];
  const metadataLengths: number[] = [];
  const dataStarts: number[] = [];
  let start = 1;
  for (const { data, metadata } of events) {
    blocks.push(data, metadata);
    dataStarts.push(start);
    dataLengths.push(data.length);
    metadataLengths.push(metadata.length);
    start += data.length + metadata.length;
  }
  return [
    Buffer.concat(blocks),
    numbers(events.map((event) => event.position)),
    events.map((event) => event.stream),
    numbers(events.map((event) => event.revision)),
    numbers(events.map((event) => event.id)),
    events.map((event) => event.type),
    numbers(events.map((event) => event.isJson)),
    numbers(dataStarts),
    numbers(dataLengths),
    numbers(metadataLengths),
    numbers(events.map((event) => event.created)),
  ];
}

/** The insert that takes these parameters; atomic by itself. */
export function insertStatement(schema: string): string {
  return `insert into ${schema}.event
    select position, stream, revision, event_id, type, is_json, substr($1::bytea, data_start, data_bytes),
      substr($1::bytea, data_start + data_bytes, metadata_bytes), created
    from unnest($2::bigint[], $3::text[], $4::bigint[], $5::uuid[], $6::text[], $7::bool[], $8::int[], $9::int[], $10::int[], $11::bigint[])
      as row(position, stream, revision, event_id, type, is_json, data_start, data_bytes, metadata_bytes, created)`;
}

// Array literals without quoting, which numbers, booleans and UUIDs never need.
function numbers(values: readonly (bigint | number | boolean | string)[]): string {
  return `{${values.join(',')}}`;
}
