import { WireWriter } from './wire-writer';

/** Framed ReadResp messages other than events. */
export function encodeConfirmation(subscriptionId: string): Buffer {
  return new WireWriter().message(2, (confirmation) => confirmation.content(1, subscriptionId)).frame();
}

export function encodeCheckpoint(position: bigint): Buffer {
  return new WireWriter().message(3, (checkpoint) => checkpoint.unsigned(1, position).unsigned(2, position)).frame();
}

export function encodeStreamNotFound(stream: string): Buffer {
  return new WireWriter().message(4, (notFound) => notFound.message(1, (identifier) => identifier.content(3, stream))).frame();
}

export function encodeCaughtUp(): Buffer {
  return new WireWriter().empty(8).frame();
}
