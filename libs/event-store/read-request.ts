import { Empty, StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { ReadReq } from '@eventstore/db-client/generated/streams_pb';

type Direction = 'forwards' | 'backwards';

const everything = String(Number.MAX_SAFE_INTEGER);

/** Asks for facts of one stream: forwards from a revision on, or backwards from its end; at most `maxCount` of them. */
export function streamRequest(
  stream: string,
  direction: Direction,
  fromRevision: number | undefined,
  maxCount: number | undefined,
): Buffer {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  const place = new ReadReq.Options.StreamOptions();
  place.setStreamIdentifier(identifier);
  if (direction === 'backwards') place.setEnd(new Empty());
  else if (fromRevision === undefined) place.setStart(new Empty());
  else place.setRevision(String(fromRevision));
  const options = optionsOf(direction);
  options.setStream(place);
  options.setCount(maxCount === undefined ? everything : String(maxCount));
  return serialized(options);
}

/** Asks for the log's first event, or for its newest. */
export function endOfLogRequest(direction: Direction): Buffer {
  const place = new ReadReq.Options.AllOptions();
  if (direction === 'forwards') place.setStart(new Empty());
  else place.setEnd(new Empty());
  const options = optionsOf(direction);
  options.setAll(place);
  options.setCount('1');
  return serialized(options);
}

/** Asks for every event after a position (null = from the beginning) and whatever comes. */
export function subscriptionRequest(after: bigint | null): Buffer {
  const place = new ReadReq.Options.AllOptions();
  if (after === null) place.setStart(new Empty());
  else {
    const position = new ReadReq.Options.Position();
    position.setCommitPosition(String(after));
    position.setPreparePosition(String(after));
    place.setPosition(position);
  }
  const options = optionsOf('forwards');
  options.setAll(place);
  options.setSubscription(new ReadReq.Options.SubscriptionOptions());
  return serialized(options);
}

function optionsOf(direction: Direction): ReadReq.Options {
  const options = new ReadReq.Options();
  const ids = new ReadReq.Options.UUIDOption();
  ids.setString(new Empty());
  options.setUuidOption(ids);
  options.setReadDirection(direction === 'forwards' ? ReadReq.Options.ReadDirection.FORWARDS : ReadReq.Options.ReadDirection.BACKWARDS);
  options.setResolveLinks(false);
  options.setNoFilter(new Empty());
  return options;
}

function serialized(options: ReadReq.Options): Buffer {
  const request = new ReadReq();
  request.setOptions(options);
  return Buffer.from(request.serializeBinary());
}
