import { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { decodeReadAnswer } from './read-answer';

const id = '018f0000-0000-7000-8000-000000000001';

function recorded(changes: (event: ReadResp.ReadEvent.RecordedEvent) => void = () => undefined): ReadResp.ReadEvent.RecordedEvent {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  const uuid = new UUID();
  uuid.setString(id);
  const stream = new StreamIdentifier();
  stream.setStreamName(Buffer.from('pin-türkis'));
  event.setId(uuid);
  event.setStreamIdentifier(stream);
  event.setStreamRevision('7');
  event.setPreparePosition('41');
  event.setCommitPosition('42');
  event.getMetadataMap().set('type', 'PinQueued').set('content-type', 'application/json').set('created', '17000000000001234');
  event.setCustomMetadata(Buffer.from('{"actor":{"type":"system"},"occurredAt":"2026-01-05T09:00:00.000Z","schemaVersion":2}'));
  event.setData(Buffer.from('{"title":"Türkis 🚪"}'));
  changes(event);
  return event;
}

function answerWith(fill: (resolved: ReadResp.ReadEvent) => void): Buffer {
  const resolved = new ReadResp.ReadEvent();
  fill(resolved);
  const answer = new ReadResp();
  answer.setEvent(resolved);
  return Buffer.from(answer.serializeBinary());
}

const decoded = (event: ReadResp.ReadEvent.RecordedEvent) => decodeReadAnswer(answerWith((resolved) => resolved.setEvent(event))).fact;

it('reads a fact with all that the log tells of it', () => {
  const bytes = answerWith((resolved) => {
    resolved.setEvent(recorded());
    resolved.setCommitPosition('18446744073709551615');
  });
  expect(decodeReadAnswer(bytes).fact).toEqual({
    id,
    stream: 'pin-türkis',
    revision: 7,
    position: 18_446_744_073_709_551_615n,
    type: 'PinQueued',
    data: { title: 'Türkis 🚪' },
    metadata: { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 2 },
    recordedAt: new Date(1_700_000_000_000),
  });
});

it('takes the position from the event where the answer has none, and the link where its target is gone', () => {
  expect(decoded(recorded())?.position).toBe(42n);
  const link = answerWith((resolved) => resolved.setLink(recorded()));
  expect(decodeReadAnswer(link).fact?.stream).toBe('pin-türkis');
});

it('gives what others wrote as it is: bytes, broken JSON, no metadata', () => {
  const bytes = recorded((event) => {
    event.getMetadataMap().set('content-type', 'application/octet-stream');
    event.setData(Buffer.from([0, 255]));
    event.setCustomMetadata('');
  });
  expect(decoded(bytes)).toMatchObject({ data: Buffer.from([0, 255]), metadata: { schemaVersion: 0 } });
  expect(decoded(recorded((event) => event.setData(Buffer.from('{"title":'))))?.data).toBe('{"title":');
});

it('is no fact for an absent stream and everything else that is sent beside facts', () => {
  const absent = new ReadResp();
  absent.setStreamNotFound(new ReadResp.StreamNotFound());
  const checkpoint = new ReadResp();
  checkpoint.setCheckpoint(new ReadResp.Checkpoint());
  for (const answer of [absent, checkpoint]) expect(decodeReadAnswer(Buffer.from(answer.serializeBinary())).fact).toBeNull();
});

it('refuses an answer that is cut anywhere', () => {
  const bytes = answerWith((resolved) => resolved.setEvent(recorded()));
  for (let length = 1; length < bytes.length; length++) expect(() => decodeReadAnswer(bytes.subarray(0, length))).toThrow('malformed');
});
