import { createUUID, parseUUID } from '@eventstore/db-client/dist/utils';
import { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { Timestamp } from 'google-protobuf/google/protobuf/timestamp_pb';
import { WrongRevision, type Appended, type ExpectedRevision } from './event-store';
import type { NewFact } from './recorded-fact';

// One message that is too large for the server would end the call, and with it everybody's appends.
const largestBytes = 256 * 1024;
const wrongVersion = 'event_store.client.WrongExpectedVersion';

/** One append as one message, or null when it is larger than 256 KiB. */
export function batchAppendRequest(
  stream: string,
  facts: readonly NewFact[],
  expected: ExpectedRevision,
  correlationId: string,
  timeoutMs: number,
): BatchAppendReq | null {
  const request = new BatchAppendReq();
  let bytes = 0;
  for (const fact of facts) {
    const [data, metadata] = [bytesOf(fact.data), bytesOf(fact.metadata)];
    bytes += data.length + metadata.length;
    const message = new BatchAppendReq.ProposedMessage();
    message.setId(createUUID(fact.id));
    message.getMetadataMap().set('type', fact.type).set('content-type', 'application/json');
    message.setCustomMetadata(metadata);
    message.setData(data);
    request.addProposedMessages(message);
  }
  if (bytes > largestBytes) return null;
  request.setOptions(optionsOf(stream, expected, timeoutMs));
  request.setCorrelationId(createUUID(correlationId));
  request.setIsFinal(true);
  return request;
}

/** The correlation id that an answer is for. */
export const correlationIdOf = (answer: BatchAppendResp): string => parseUUID(answer.getCorrelationId()) ?? '';

/** Throws `WrongRevision`, or an error that says nothing about the outcome. */
export function appendedOf(stream: string, answer: BatchAppendResp): Appended {
  const error = answer.getError();
  if (error?.getDetails()?.getTypeName() === wrongVersion) throw new WrongRevision(stream);
  const success = answer.getSuccess();
  if (error || !success) throw new Error(error?.getMessage() || 'the append was not confirmed');
  return { revision: Number(success.getCurrentRevision()), position: BigInt(success.getPosition()?.getCommitPosition() ?? '0') };
}

function optionsOf(stream: string, expected: ExpectedRevision, timeoutMs: number): BatchAppendReq.Options {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  const options = new BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  options.setDeadline(Timestamp.fromDate(new Date(Date.now() + timeoutMs)));
  if (expected === 'no_stream') options.setNoStream(new Empty());
  else options.setStreamPosition(String(expected));
  return options;
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8');
