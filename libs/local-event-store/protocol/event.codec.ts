import { tombstoneRevision, type StoredEvent } from '../log/stored-event';
import { frameHeaderBytes, writeFrameHeader } from '../transport/message-frames';
import { allocateFrame } from './frame-slab';
import { encodeUuid, type UuidForm } from './uuid.codec';
import { varintBytes, WireWriter, writeVarint } from './wire-writer';

const idFieldBytes = 2 + 2 + 36;

/** The framed ReadResp of an unresolved event with a textual id, kept on the event for the next reader. */
export function eventFrame(event: StoredEvent): Buffer {
  event.frame ??= encodeEvent(event);
  return event.frame;
}

/** The framed ReadResp of a resolved link, or of any event in the id form asked for. A link without target has no event. */
export function encodeResolved(event: StoredEvent | undefined, link: StoredEvent | undefined, form: UuidForm): Buffer {
  if (event && !link && form === 'string') return eventFrame(event);
  const original = link ?? event;
  return new WireWriter()
    .message(1, (read) => {
      if (event) read.message(1, (recorded) => writeRecorded(recorded, event, form));
      if (link) read.message(2, (recorded) => writeRecorded(recorded, link, form));
      if (original) read.unsigned(3, original.position);
    })
    .frame();
}

// The hot path: one allocation, sizes computed first. A tombstone's revision is above 2^53 and takes the general writer.
function encodeEvent(event: StoredEvent): Buffer {
  if (event.revision === tombstoneRevision) {
    return new WireWriter()
      .message(1, (read) => read.message(1, (recorded) => writeRecorded(recorded, event, 'string')).unsigned(3, event.position))
      .frame();
  }
  const position = Number(event.position);
  const revision = Number(event.revision);
  const streamBytes = Buffer.byteLength(event.stream);
  const typeBytes = Buffer.byteLength(event.type);
  const contentType = contentTypeOf(event);
  const created = String(event.created);
  const positionBytes = varintBytes(position);
  const typeEntryBytes = contentBytes(4) + contentBytes(typeBytes);
  const contentTypeEntryBytes = contentBytes(12) + contentBytes(contentType.length);
  const createdEntryBytes = contentBytes(7) + contentBytes(created.length);
  const recordedBytes =
    idFieldBytes +
    contentBytes(contentBytes(streamBytes)) +
    (1 + varintBytes(revision)) +
    2 * (1 + positionBytes) +
    contentBytes(typeEntryBytes) +
    contentBytes(contentTypeEntryBytes) +
    contentBytes(createdEntryBytes) +
    contentBytes(event.metadata.length) +
    contentBytes(event.data.length);
  const readBytes = contentBytes(recordedBytes) + 1 + positionBytes;
  const length = contentBytes(readBytes);

  const frame = allocateFrame(frameHeaderBytes + length);
  writeFrameHeader(frame, 0, length);
  let at = writeLengthOf(frame, frameHeaderBytes, 0x0a, readBytes);
  at = writeLengthOf(frame, at, 0x0a, recordedBytes);
  at = writeLengthOf(frame, at, 0x0a, idFieldBytes - 2);
  at = writeText(frame, at, 0x12, event.id, 36);
  at = writeLengthOf(frame, at, 0x12, contentBytes(streamBytes));
  at = writeText(frame, at, 0x1a, event.stream, streamBytes);
  frame[at] = 0x18;
  at = writeVarint(frame, at + 1, revision);
  frame[at] = 0x20;
  at = writeVarint(frame, at + 1, position);
  frame[at] = 0x28;
  at = writeVarint(frame, at + 1, position);
  at = writeLengthOf(frame, at, 0x32, typeEntryBytes);
  at = writeText(frame, at, 0x0a, 'type', 4);
  at = writeText(frame, at, 0x12, event.type, typeBytes);
  at = writeLengthOf(frame, at, 0x32, contentTypeEntryBytes);
  at = writeText(frame, at, 0x0a, 'content-type', 12);
  at = writeText(frame, at, 0x12, contentType, contentType.length);
  at = writeLengthOf(frame, at, 0x32, createdEntryBytes);
  at = writeText(frame, at, 0x0a, 'created', 7);
  at = writeText(frame, at, 0x12, created, created.length);
  at = writeLengthOf(frame, at, 0x3a, event.metadata.length);
  at += event.metadata.copy(frame, at);
  at = writeLengthOf(frame, at, 0x42, event.data.length);
  at += event.data.copy(frame, at);
  frame[at] = 0x18;
  writeVarint(frame, at + 1, position);
  return frame;
}

function writeRecorded(writer: WireWriter, event: StoredEvent, form: UuidForm): void {
  writer.message(1, (id) => encodeUuid(id, event.id, form));
  writer.message(2, (identifier) => identifier.content(3, event.stream));
  writer.unsigned(3, event.revision).unsigned(4, event.position).unsigned(5, event.position);
  const entries: readonly (readonly [string, string])[] = [
    ['type', event.type],
    ['content-type', contentTypeOf(event)],
    ['created', String(event.created)],
  ];
  for (const [key, value] of entries) writer.message(6, (entry) => entry.content(1, key).content(2, value));
  writer.content(7, event.metadata).content(8, event.data);
}

function contentTypeOf(event: StoredEvent): string {
  return event.isJson ? 'application/json' : 'application/octet-stream';
}

function contentBytes(length: number): number {
  return 1 + varintBytes(length) + length;
}

function writeLengthOf(target: Buffer, at: number, tag: number, length: number): number {
  target[at] = tag;
  return writeVarint(target, at + 1, length);
}

function writeText(target: Buffer, at: number, tag: number, text: string, bytes: number): number {
  const start = writeLengthOf(target, at, tag, bytes);
  if (bytes === text.length) target.write(text, start, bytes, 'latin1');
  else target.write(text, start, bytes, 'utf8');
  return start + bytes;
}
