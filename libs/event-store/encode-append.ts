import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb';
import { randomUUID } from 'node:crypto';
import { AppendRefused, type ExpectedRevision } from './event-store';
import type { NewFact } from './recorded-fact';

/** Facts that one stream takes whole or not at all. */
export interface StreamAppend {
  readonly stream: string;
  readonly facts: readonly NewFact[];
  readonly expected: ExpectedRevision;
}

/** A server takes 4 MiB at once. */
const messageBytes = 1024 * 1024;

/** An append as the messages of a `BatchAppend`. */
export interface EncodedAppend {
  readonly stream: string;
  /** What its answer is known by. */
  readonly correlationId: string;
  readonly messages: readonly BatchAppendReq[];
  /** Of its facts. */
  readonly bytes: number;
}

/** Throws `AppendRefused` for what JSON cannot hold. */
export function encodeAppend(append: StreamAppend): EncodedAppend {
  try {
    return encode(append);
  } catch (error) {
    throw new AppendRefused(`append to ${append.stream}: it is not JSON`, { cause: error });
  }
}

/** Up to 1 MiB of facts in each message. */
function encode({ stream, facts, expected }: StreamAppend): EncodedAppend {
  const correlationId = randomUUID();
  const begin = () => new BatchAppendReq().setCorrelationId(new UUID().setString(correlationId));
  const messages = [begin().setOptions(optionsOf(stream, expected))];
  let bytes = 0;
  let inMessage = 0;
  for (const { id, type, data, metadata } of facts) {
    const [content, about] = [Buffer.from(JSON.stringify(data)), Buffer.from(JSON.stringify(metadata))];
    const size = content.length + about.length;
    if (inMessage > 0 && inMessage + size > messageBytes) {
      messages.push(begin());
      inMessage = 0;
    }
    bytes += size;
    inMessage += size;
    const proposed = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(id));
    proposed.getMetadataMap().set('type', type).set('content-type', 'application/json');
    messages.at(-1)?.addProposedMessages(proposed.setData(content).setCustomMetadata(about));
  }
  messages.at(-1)?.setIsFinal(true);
  return { stream, correlationId, messages, bytes };
}

function optionsOf(stream: string, expected: ExpectedRevision): BatchAppendReq.Options {
  const options = new BatchAppendReq.Options().setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)));
  // The protocol's own Empty and the general one are written alike.
  return expected === 'no_stream' ? options.setNoStream(new Empty() as never) : options.setStreamPosition(String(expected));
}
