import {
  bool,
  bytes,
  int32,
  int64,
  message,
  nested,
  oneof,
  repeated,
  string,
  stringMap,
  uint32,
  uint64,
  type MessageOf,
} from './message-type';

// The messages of EventStoreDB's protocol, with the fields that this server reads or writes.

export const Empty = message({});

export const UuidMessage = message({
  value: oneof({
    structured: nested(1, message({ mostSignificantBits: int64(1), leastSignificantBits: int64(2) })),
    string: string(2),
  }),
});
export type UuidMessage = MessageOf<typeof UuidMessage>;

export const StreamIdentifier = message({ streamName: bytes(3) });
export type StreamIdentifier = MessageOf<typeof StreamIdentifier>;

const Position = message({ commitPosition: uint64(1), preparePosition: uint64(2) });

// Streams/Read

const StreamSource = message({
  streamIdentifier: nested(1, StreamIdentifier),
  from: oneof({ revision: uint64(2), start: nested(3, Empty), end: nested(4, Empty) }),
});
export type StreamSource = MessageOf<typeof StreamSource>;

const AllSource = message({ from: oneof({ position: nested(1, Position), start: nested(2, Empty), end: nested(3, Empty) }) });
export type AllSource = MessageOf<typeof AllSource>;

const FilterExpression = message({ regex: string(1), prefix: repeated(string(2)) });

const FilterOptions = message({
  subject: oneof({ streamIdentifier: nested(1, FilterExpression), eventType: nested(2, FilterExpression) }),
  window: oneof({ max: uint32(3), count: nested(4, Empty) }),
  checkpointIntervalMultiplier: uint32(5),
});
export type FilterOptions = MessageOf<typeof FilterOptions>;

export const readBackwards = 1;

export const ReadReq = message({
  options: nested(
    1,
    message({
      source: oneof({ stream: nested(1, StreamSource), all: nested(2, AllSource) }),
      readDirection: int32(3),
      resolveLinks: bool(4),
      extent: oneof({ count: uint64(5), subscription: nested(6, Empty) }),
      filter: nested(7, FilterOptions),
      uuidOption: nested(9, message({ content: oneof({ structured: nested(1, Empty), string: nested(2, Empty) }) })),
    }),
  ),
});
export type ReadReq = MessageOf<typeof ReadReq>;

const RecordedEvent = message({
  id: nested(1, UuidMessage),
  streamIdentifier: nested(2, StreamIdentifier),
  streamRevision: uint64(3),
  preparePosition: uint64(4),
  commitPosition: uint64(5),
  metadata: stringMap(6),
  customMetadata: bytes(7),
  data: bytes(8),
});
export type RecordedEvent = MessageOf<typeof RecordedEvent>;

const ReadEvent = message({
  event: nested(1, RecordedEvent),
  link: nested(2, RecordedEvent),
  position: oneof({ commitPosition: uint64(3), noPosition: nested(4, Empty) }),
});
export type ReadEvent = MessageOf<typeof ReadEvent>;

export const ReadResp = message({
  content: oneof({
    event: nested(1, ReadEvent),
    confirmation: nested(2, message({ subscriptionId: string(1) })),
    checkpoint: nested(3, Position),
    streamNotFound: nested(4, message({ streamIdentifier: nested(1, StreamIdentifier) })),
    caughtUp: nested(8, Empty),
  }),
});
export type ReadResp = MessageOf<typeof ReadResp>;

// Streams/Append, BatchAppend, Delete and Tombstone

const ProposedMessage = message({ id: nested(1, UuidMessage), metadata: stringMap(2), customMetadata: bytes(3), data: bytes(4) });
export type ProposedMessage = MessageOf<typeof ProposedMessage>;

const SecondsAndNanos = message({ seconds: int64(1), nanos: int32(2) });

const WriteOptions = message({
  streamIdentifier: nested(1, StreamIdentifier),
  expected: oneof({ revision: uint64(2), noStream: nested(3, Empty), any: nested(4, Empty), streamExists: nested(5, Empty) }),
  // Only batch appends carry one: 21.10 sent the moment, later clients send the time left.
  deadlineOption: oneof({ deadline21100: nested(6, SecondsAndNanos), deadline: nested(7, SecondsAndNanos) }),
});
export type WriteOptions = MessageOf<typeof WriteOptions>;

export const AppendReq = message({ content: oneof({ options: nested(1, WriteOptions), proposedMessage: nested(2, ProposedMessage) }) });
export type AppendReq = MessageOf<typeof AppendReq>;

const AppendSuccess = message({
  current: oneof({ currentRevision: uint64(1), noStream: nested(2, Empty) }),
  positionOption: oneof({ position: nested(3, Position), noPosition: nested(4, Empty) }),
});
export type AppendSuccess = MessageOf<typeof AppendSuccess>;

export const AppendResp = message({
  result: oneof({
    success: nested(1, AppendSuccess),
    wrongExpectedVersion: nested(
      2,
      message({
        current: oneof({ currentRevision: uint64(6), currentNoStream: nested(7, Empty) }),
        expected: oneof({
          expectedRevision: uint64(8),
          expectedAny: nested(9, Empty),
          expectedStreamExists: nested(10, Empty),
          expectedNoStream: nested(11, Empty),
        }),
      }),
    ),
  }),
});
export type AppendResp = MessageOf<typeof AppendResp>;

export const BatchAppendReq = message({
  correlationId: nested(1, UuidMessage),
  options: nested(2, WriteOptions),
  proposedMessages: repeated(nested(3, ProposedMessage)),
  isFinal: bool(4),
});
export type BatchAppendReq = MessageOf<typeof BatchAppendReq>;

/** As google.rpc.Status, but with one detail instead of many. */
const Status = message({ code: int32(1), message: string(2), details: nested(3, message({ typeUrl: string(1), value: bytes(2) })) });

export const BatchAppendResp = message({
  correlationId: nested(1, UuidMessage),
  result: oneof({ error: nested(2, Status), success: nested(3, AppendSuccess) }),
  streamIdentifier: nested(4, StreamIdentifier),
  expected: oneof({ streamPosition: uint64(5), noStream: nested(6, Empty), any: nested(7, Empty), streamExists: nested(8, Empty) }),
});
export type BatchAppendResp = MessageOf<typeof BatchAppendResp>;

export const DeleteReq = message({ options: nested(1, WriteOptions) });
export type DeleteReq = MessageOf<typeof DeleteReq>;

export const DeleteResp = message({ positionOption: oneof({ position: nested(1, Position), noPosition: nested(2, Empty) }) });
export type DeleteResp = MessageOf<typeof DeleteResp>;

// Details of a batch append's error: clients know them by their full name.

export const WrongExpectedVersion = message({
  current: oneof({ currentStreamRevision: uint64(1), currentNoStream: nested(2, Empty) }),
  expected: oneof({
    expectedStreamPosition: uint64(3),
    expectedAny: nested(4, Empty),
    expectedStreamExists: nested(5, Empty),
    expectedNoStream: nested(6, Empty),
  }),
});
export type WrongExpectedVersion = MessageOf<typeof WrongExpectedVersion>;

export const StreamDeleted = message({ streamIdentifier: nested(1, StreamIdentifier) });
export const MaximumAppendSizeExceeded = message({ maxAppendSize: uint32(1) });
export const BadRequest = message({ message: string(1) });

// Gossip/Read and ServerFeatures/GetSupportedMethods

/** The only state that this server is ever in. */
export const leaderState = 8;

export const ClusterInfo = message({
  members: repeated(
    nested(
      1,
      message({
        instanceId: nested(1, UuidMessage),
        timeStamp: int64(2),
        state: int32(3),
        isAlive: bool(4),
        httpEndPoint: nested(5, message({ address: string(1), port: uint32(2) })),
      }),
    ),
  ),
});
export type ClusterInfo = MessageOf<typeof ClusterInfo>;

const SupportedMethod = message({ methodName: string(1), serviceName: string(2), features: repeated(string(3)) });
export type SupportedMethod = MessageOf<typeof SupportedMethod>;

export const SupportedMethods = message({ methods: repeated(nested(1, SupportedMethod)), eventStoreServerVersion: string(2) });
export type SupportedMethods = MessageOf<typeof SupportedMethods>;
