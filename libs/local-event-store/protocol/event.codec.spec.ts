import { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { tombstoneRevision, type StoredEvent } from '../log/stored-event';
import { toEncodedEvents } from './encoded-event';
import { encodeEvent, encodeResolved } from './event.codec';

function stored(changes: Partial<StoredEvent> = {}): StoredEvent {
  return {
    position: 42n,
    stream: 'pin-1',
    revision: 0n,
    id: '0d6b2a4e-9f5a-4b6e-8a52-0c9c6a8d1f3e',
    type: 'PinQueued',
    isJson: true,
    data: Buffer.from('{"a":1}'),
    metadata: Buffer.from('{"b":2}'),
    created: 17_000_000_000_000_000n,
    encoded: undefined,
    ...changes,
  };
}

const decode = (message: Buffer) => ReadResp.deserializeBinary(message).getEvent()!;

const summary = (event: ReadResp.ReadEvent.RecordedEvent) => ({
  id: event.getId()!.getString(),
  stream: Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString(),
  revision: event.getStreamRevision(),
  prepare: event.getPreparePosition(),
  commit: event.getCommitPosition(),
  metadata: Object.fromEntries(event.getMetadataMap().toObject()),
  custom: Buffer.from(event.getCustomMetadata_asU8()).toString('latin1'),
  data: Buffer.from(event.getData_asU8()).toString('latin1'),
});

describe('event encoding', () => {
  it.each<[string, Partial<StoredEvent>]>([
    ['a plain event', {}],
    ['an empty one', { data: Buffer.alloc(0), metadata: Buffer.alloc(0), isJson: false }],
    ['names beyond ASCII', { stream: 'größe-日本-🎈', type: 'Gepinnt é' }],
    ['lengths around one and two bytes', { data: Buffer.alloc(128, 1), metadata: Buffer.alloc(127, 2), stream: 's'.repeat(130) }],
    ['large data', { data: Buffer.alloc(3_000_000, 7) }],
    ['large numbers', { position: 9007199254740991n, revision: 4_294_967_296n }],
    ['a tombstone', { revision: tombstoneRevision, data: Buffer.alloc(0), metadata: Buffer.alloc(0) }],
  ])('gives the bytes that the client understands: %s', (_, changes) => {
    const event = stored(changes);
    const read = decode(encodeEvent(event));
    expect(read.getCommitPosition()).toBe(String(event.position));
    expect(summary(read.getEvent()!)).toEqual({
      id: event.id,
      stream: event.stream,
      revision: String(event.revision),
      prepare: String(event.position),
      commit: String(event.position),
      metadata: {
        type: event.type,
        'content-type': event.isJson ? 'application/json' : 'application/octet-stream',
        created: String(event.created),
      },
      custom: event.metadata.toString('latin1'),
      data: event.data.toString('latin1'),
    });
    expect(summary(decode(encodeResolved(event, event, 'string')).getLink()!)).toEqual(summary(read.getEvent()!));
  });

  it('gives the bytes of events back from their encoded forms, which lie in one piece of memory', () => {
    const events = [1, 200, 70_000].map((bytes) => stored({ data: Buffer.alloc(bytes, 5) }));
    const all = toEncodedEvents(events);
    expect(all).toHaveLength(events.length);
    for (const [index, event] of events.entries()) {
      const encoded = all[index]!;
      expect(encoded.encoded).toEqual(encodeEvent(event));
      expect(encoded.data.equals(event.data)).toBe(true);
      expect(encoded.metadata.equals(event.metadata)).toBe(true);
      expect(encodeEvent(encoded)).toBe(encoded.encoded);
      // No second copy of the bytes.
      expect(encoded.data.buffer).toBe(encoded.encoded!.buffer);
      expect(encoded.encoded!.buffer).toBe(all[0]!.encoded!.buffer);
    }
  });

  it('writes structured ids and links without target', () => {
    const read = decode(encodeResolved(undefined, stored(), 'structured'));
    expect(read.hasEvent()).toBe(false);
    const id = read.getLink()!.getId()!.getStructured()!;
    const halves = [id.getMostSignificantBits(), id.getLeastSignificantBits()].map((half) =>
      BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'),
    );
    expect(halves.join('')).toBe(stored().id.replaceAll('-', ''));
  });
});
