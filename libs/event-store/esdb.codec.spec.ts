import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { decodeAppended, decodeRead, encodeAppend, encodeRead, encodeSubscription } from './esdb.codec';
import { someone } from './testing';

const id = '0197a000-0000-7000-8000-00000000000a';
const stream = 'zähler-größe 🎈';
const streamNamed = () => new StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
const asText = () => new ReadReq.Options.UUIDOption().setString(new Empty());
const buffer = (message: { serializeBinary(): Uint8Array }) => Buffer.from(message.serializeBinary());

/** A `ReadReq` as the client's generated messages write it. */
function generatedRead(set: (options: ReadReq.Options) => void): Buffer {
  const options = new ReadReq.Options().setUuidOption(asText()).setNoFilter(new Empty());
  set(options);
  return buffer(new ReadReq().setOptions(options));
}

it.each([
  ['from its start', { from: 'start' }, (of: ReadReq.Options.StreamOptions) => of.setStart(new Empty())],
  ['from a revision', { from: 300n }, (of: ReadReq.Options.StreamOptions) => of.setRevision('300')],
] as const)('asks for a stream %s as the client does', (_, range, from) => {
  const expected = generatedRead((options) => {
    options.setStream(from(new ReadReq.Options.StreamOptions().setStreamIdentifier(streamNamed())));
    options.setCount(String(Number.MAX_SAFE_INTEGER));
  });
  expect(encodeRead({ stream, ...range })).toEqual(expected);
});

it('asks for the newest event and for all after a position as the client does', () => {
  const newest = generatedRead((options) => {
    options.setAll(new ReadReq.Options.AllOptions().setEnd(new Empty()));
    options.setReadDirection(1);
    options.setCount('1');
  });
  expect(encodeRead({ from: 'end', isBackwards: true, maxCount: 1 })).toEqual(newest);
  const after = generatedRead((options) => {
    const position = new ReadReq.Options.Position().setCommitPosition('9007199254740993').setPreparePosition('9007199254740993');
    options.setAll(new ReadReq.Options.AllOptions().setPosition(position));
    options.setSubscription(new ReadReq.Options.SubscriptionOptions());
  });
  expect(encodeSubscription(9007199254740993n)).toEqual(after);
});

it.each([
  ['no stream', 'no_stream', (options: AppendReq.Options) => options.setNoStream(new Empty())],
  ['the first revision', 0, (options: AppendReq.Options) => options.setRevision('0')],
  ['a later revision', 70_000, (options: AppendReq.Options) => options.setRevision('70000')],
] as const)('appends as the client does, expecting %s', (_, expected, expect_) => {
  const fact = { id, type: 'Counted', data: { text: 'größe 🎈', at: new Date(0) }, metadata: { ...someone, schemaVersion: 1 } };
  const options = new AppendReq.Options().setStreamIdentifier(streamNamed());
  const message = new AppendReq.ProposedMessage()
    .setId(new UUID().setString(id))
    .setCustomMetadata(Buffer.from(JSON.stringify(fact.metadata)).toString('base64'))
    .setData(Buffer.from(JSON.stringify(fact.data)).toString('base64'));
  message.getMetadataMap().set('type', 'Counted').set('content-type', 'application/json');
  const [target, proposed] = encodeAppend(stream, [fact], expected);
  expect(target).toEqual(buffer(new AppendReq().setOptions(expect_(options))));
  expect(proposed).toEqual(buffer(new AppendReq().setProposedMessage(message)));
});

it('writes nothing of a message that cannot be written into the next one', () => {
  const whole = encodeAppend(stream, [], 3);
  expect(() => encodeAppend(stream, [], -7)).toThrow();
  expect(encodeAppend(stream, [], 3)).toEqual(whole);
});

describe('reads what a server says of an append', () => {
  it('that was stored', () => {
    const position = new AppendResp.Position().setCommitPosition('9007199254740993').setPreparePosition('9007199254740993');
    const answer = new AppendResp().setSuccess(new AppendResp.Success().setCurrentRevision('300').setPosition(position));
    expect(decodeAppended(buffer(answer))).toEqual({ revision: 300, position: 9007199254740993n });
  });

  it('that expected another revision', () => {
    const answer = new AppendResp().setWrongExpectedVersion(new AppendResp.WrongExpectedVersion().setCurrentRevision('3'));
    expect(decodeAppended(buffer(answer))).toBeNull();
  });
});

describe('reads an event', () => {
  const recorded = (contentType = 'application/json', data = '{"by":1}') => {
    const event = new ReadResp.ReadEvent.RecordedEvent()
      .setId(new UUID().setString(id))
      .setStreamIdentifier(streamNamed())
      .setStreamRevision('300')
      .setCommitPosition('7')
      .setPreparePosition('7')
      .setCustomMetadata(Buffer.from(JSON.stringify(someone)).toString('base64'))
      .setData(Buffer.from(data).toString('base64'));
    event.getMetadataMap().set('type', 'Counted').set('content-type', contentType).set('created', '17960000001234567');
    return event;
  };
  const read = (event: ReadResp.ReadEvent) => decodeRead(buffer(new ReadResp().setEvent(event)));
  const fact = {
    ...{ id, stream, type: 'Counted', revision: 300, position: 9n, data: { by: 1 }, metadata: someone },
    recordedAt: new Date(1_796_000_000_123),
  };

  it('as it was stored', () => expect(read(new ReadResp.ReadEvent().setEvent(recorded()).setCommitPosition('9'))).toEqual(fact));

  it('at its own position where the answer names none', () =>
    expect(read(new ReadResp.ReadEvent().setEvent(recorded()))).toMatchObject({ position: 7n }));

  it('as the link, where the target of one is gone', () =>
    expect(read(new ReadResp.ReadEvent().setLink(recorded()))).toMatchObject({ id, position: 7n }));

  it.each(['{"by":', ''])('whose data are no JSON but %j', (data) =>
    expect(read(new ReadResp.ReadEvent().setEvent(recorded('application/json', data)))).toMatchObject({ data }),
  );

  it('of others, whose data are bytes and which has no metadata of ours', () => {
    const event = recorded('application/octet-stream', 'abc').setCustomMetadata('');
    const found = read(new ReadResp.ReadEvent().setEvent(event));
    expect(found?.metadata).toMatchObject({ actor: { type: 'system' }, schemaVersion: 0 });
    expect(Buffer.from(found?.data as Uint8Array).toString()).toBe('abc');
  });

  it('in no message that brings none', () => {
    expect(
      decodeRead(buffer(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(streamNamed())))),
    ).toBeNull();
    expect(decodeRead(buffer(new ReadResp().setCaughtUp(new ReadResp.CaughtUp())))).toBeNull();
    expect(read(new ReadResp.ReadEvent())).toBeNull();
  });
});
