import { GrpcFailure, grpcStatus } from './grpc-failure';

/** Bytes before each gRPC message: one flag byte and the length. */
export const frameHeaderBytes = 5;

/** Writes the frame header for a message of `length` bytes that follows at `offset + 5`. */
export function writeFrameHeader(target: Buffer, offset: number, length: number): void {
  target[offset] = 0;
  target.writeUInt32BE(length, offset + 1);
}

/**
 * Cuts a byte stream into gRPC messages and hands each to `onMessage`. Messages share memory with the chunks they came in.
 * Throws GrpcFailure RESOURCE_EXHAUSTED for a message above `maxMessageBytes` and UNIMPLEMENTED for a compressed one.
 */
export function createFrameReader(onMessage: (message: Buffer) => void, maxMessageBytes: number): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let neededBytes = frameHeaderBytes;

  return (chunk) => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < neededBytes) return;
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes);
    let offset = 0;
    neededBytes = frameHeaderBytes;
    while (bytes.length - offset >= frameHeaderBytes) {
      if (bytes[offset] !== 0) throw new GrpcFailure(grpcStatus.unimplemented, 'compressed messages are not supported');
      const length = bytes.readUInt32BE(offset + 1);
      if (length > maxMessageBytes) {
        throw new GrpcFailure(grpcStatus.resourceExhausted, `message of ${length} bytes is above the limit of ${maxMessageBytes}`);
      }
      if (bytes.length - offset < frameHeaderBytes + length) {
        neededBytes = frameHeaderBytes + length;
        break;
      }
      onMessage(bytes.subarray(offset + frameHeaderBytes, offset + frameHeaderBytes + length));
      offset += frameHeaderBytes + length;
    }
    waiting = offset < bytes.length ? [bytes.subarray(offset)] : [];
    waitingBytes = bytes.length - offset;
  };
}
