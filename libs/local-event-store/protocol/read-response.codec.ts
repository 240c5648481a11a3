import { encodeMessage } from './encode-message';
import { ReadResp } from './messages';
import { toStreamIdentifier } from './stream-identifier.codec';

/** Encoded ReadResp messages other than events. */
export function encodeConfirmation(subscriptionId: string): Buffer {
  return encode({ $case: 'confirmation', value: { subscriptionId } });
}

export function encodeCheckpoint(position: bigint): Buffer {
  return encode({ $case: 'checkpoint', value: { commitPosition: position, preparePosition: position } });
}

export function encodeStreamNotFound(stream: string): Buffer {
  return encode({ $case: 'streamNotFound', value: { streamIdentifier: toStreamIdentifier(stream) } });
}

export function encodeCaughtUp(): Buffer {
  return encode({ $case: 'caughtUp', value: {} });
}

function encode(content: ReadResp['content']): Buffer {
  return encodeMessage(ReadResp, { content });
}
