import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Appended, ExpectedRevision } from './event-store';
import type { FactMetadata, NewFact, RecordedFact } from './recorded-fact';

// The messages of EventStoreDB's streams.proto that facts need, by the numbers of their fields: generated ones cost several times as much for each fact.

/** Which part of the log: one stream, or all of it where `stream` is absent. */
export interface ReadRange {
  readonly stream?: string;
  readonly from: 'start' | 'end' | bigint;
  readonly isBackwards?: boolean;
  readonly maxCount?: number;
}

// One serves all, because growing a new one for each message costs more than the encoding.
const writer = new BinaryWriter();

/** The messages of an `AppendReq`: to which stream, then each fact. */
export function encodeAppend(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Buffer[] {
  return [encodeTarget(stream, expected), ...facts.map(encodeFact)];
}

function encodeTarget(stream: string, expected: ExpectedRevision): Buffer {
  const name = Buffer.from(stream);
  return encode(() => {
    within(1, () => {
      within(1, () => bytes(3, name));
      if (expected === 'no_stream') empty(3);
      else unsigned(2, expected);
    });
  });
}

function encodeFact({ id, type, data, metadata }: NewFact): Buffer {
  const [storedData, storedMetadata] = [Buffer.from(JSON.stringify(data)), Buffer.from(JSON.stringify(metadata))];
  return encode(() => {
    within(2, () => {
      within(1, () => text(2, id));
      entry(2, 'content-type', 'application/json');
      entry(2, 'type', type);
      bytes(3, storedMetadata);
      bytes(4, storedData);
    });
  });
}

/** A `ReadReq` for at most so many events. */
export function encodeRead({ stream, from, isBackwards = false, maxCount = Number.MAX_SAFE_INTEGER }: ReadRange): Buffer {
  return encodeReading(stream, from, () => {
    if (isBackwards) unsigned(3, 1);
    unsigned(5, maxCount);
  });
}

/** A `ReadReq` for every event after a position of the whole log, without an end. */
export const encodeSubscription = (after: bigint | null): Buffer => encodeReading(undefined, after ?? 'start', () => empty(6));

function encodeReading(stream: string | undefined, from: ReadRange['from'], extent: () => void): Buffer {
  const name = stream === undefined ? undefined : Buffer.from(stream);
  return encode(() => {
    within(1, () => {
      if (name) within(1, () => encodeStreamStart(name, from));
      else within(2, () => encodeLogStart(from));
      extent();
      // Without a filter, ids as text.
      empty(8);
      within(9, () => empty(2));
    });
  });
}

function encodeStreamStart(name: Buffer, from: ReadRange['from']): void {
  within(1, () => bytes(3, name));
  if (typeof from === 'bigint') unsigned(2, from);
  else empty(from === 'start' ? 3 : 4);
}

function encodeLogStart(from: ReadRange['from']): void {
  if (typeof from !== 'bigint') return empty(from === 'start' ? 2 : 3);
  within(1, () => {
    unsigned(1, from);
    unsigned(2, from);
  });
}

function encode(fill: () => void): Buffer {
  try {
    fill();
  } catch (error) {
    // What it has written so far would be in front of the next message.
    writer.finish();
    throw error;
  }
  const { buffer, byteOffset, byteLength } = writer.finish();
  return Buffer.from(buffer, byteOffset, byteLength);
}

function within(field: number, fill: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  fill();
  writer.join();
}

const bytes = (field: number, value: Buffer): void => void writer.tag(field, WireType.LengthDelimited).bytes(value);
const text = (field: number, value: string): void => void writer.tag(field, WireType.LengthDelimited).string(value);
const unsigned = (field: number, value: bigint | number): void => void writer.tag(field, WireType.Varint).uint64(value);
const empty = (field: number): void => void writer.tag(field, WireType.LengthDelimited).uint32(0);
const entry = (field: number, key: string, value: string): void =>
  within(field, () => {
    text(1, key);
    text(2, value);
  });

/** What an `AppendResp` says: null where the stream's revision was not the expected one. */
export function decodeAppended(message: Buffer): Appended | null {
  let appended: Appended | null = null;
  eachField(message, (field, from) => {
    if (field !== 1) return false;
    let [revision, position] = [0n, 0n];
    eachField(from.bytes(), (part, of) => {
      if (part === 1) revision = BigInt(of.uint64());
      else if (part === 3) position = commitOf(of.bytes());
      else return false;
      return true;
    });
    appended = { revision: Number(revision), position };
    return true;
  });
  return appended;
}

function commitOf(position: Uint8Array): bigint {
  let commit = 0n;
  eachField(position, (field, from) => {
    if (field !== 1) return false;
    commit = BigInt(from.uint64());
    return true;
  });
  return commit;
}

/** The fact that a `ReadResp` brings; null for the other messages, and for a link whose target is gone. */
export function decodeRead(message: Buffer): RecordedFact | null {
  let fact: RecordedFact | null = null;
  eachField(message, (field, from) => {
    if (field !== 1) return false;
    fact = decodeReadEvent(from.bytes());
    return true;
  });
  return fact;
}

function decodeReadEvent(message: Uint8Array): RecordedFact | null {
  let event: Uint8Array | undefined;
  let link: Uint8Array | undefined;
  let commit: bigint | undefined;
  eachField(message, (field, from) => {
    if (field === 1) event = from.bytes();
    else if (field === 2) link = from.bytes();
    else if (field === 3) commit = BigInt(from.uint64());
    else return false;
    return true;
  });
  const recorded = event ?? link;
  return recorded ? decodeRecorded(recorded, commit) : null;
}

const systemMetadata: FactMetadata = { actor: { type: 'system' }, occurredAt: '1970-01-01T00:00:00.000Z', schemaVersion: 0 };

function decodeRecorded(message: Uint8Array, commit: bigint | undefined): RecordedFact {
  let [id, stream] = ['', ''];
  let [revision, ownCommit] = [0n, 0n];
  let [metadata, data] = [nothing, nothing];
  const properties = new Map<string, string>();
  eachField(message, (field, from) => {
    if (field === 1) id = textOf(from.bytes(), 2);
    else if (field === 2) stream = textOf(from.bytes(), 3);
    else if (field === 3) revision = BigInt(from.uint64());
    else if (field === 5) ownCommit = BigInt(from.uint64());
    else if (field === 6) {
      const property = from.bytes();
      properties.set(textOf(property, 1), textOf(property, 2));
    } else if (field === 7) metadata = from.bytes();
    else if (field === 8) data = from.bytes();
    else return false;
    return true;
  });
  const isJson = properties.get('content-type') === 'application/json';
  return {
    id,
    stream,
    revision: Number(revision),
    position: commit ?? ownCommit,
    type: properties.get('type') ?? '<no-event-type-provided>',
    data: isJson ? parsed(data) : data,
    metadata: metadata.length === 0 ? systemMetadata : (parsed(metadata) as FactMetadata),
    recordedAt: createdAt(properties.get('created')),
  };
}

const nothing: Uint8Array = Buffer.alloc(0);

/** What others wrote under the name of JSON may be none. */
function parsed(stored: Uint8Array): unknown {
  const json = utf8(stored);
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** From ticks of 100 ns since 1970. */
const createdAt = (ticks: string | undefined): Date =>
  new Date(ticks !== undefined && /^\d+$/.test(ticks) ? Number(BigInt(ticks) / 10_000n) : 0);

function textOf(message: Uint8Array, wanted: number): string {
  let found = '';
  eachField(message, (field, from) => {
    if (field !== wanted) return false;
    found = utf8(from.bytes());
    return true;
  });
  return found;
}

const utf8 = ({ buffer, byteOffset, byteLength }: Uint8Array): string => Buffer.from(buffer, byteOffset, byteLength).toString();

/** Calls `read` with the number of each field; where that answers false the field is passed over. */
function eachField(message: Uint8Array, read: (field: number, from: BinaryReader) => boolean): void {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (!read(field, reader)) reader.skip(type);
  }
}
