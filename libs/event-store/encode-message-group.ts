/** What a generated message can do. */
export interface EncodableMessage {
  serializeBinary(): Uint8Array;
}

/** Of a gRPC frame: a byte for its compression, four for the length of its message. */
const frameHeaderBytes = 5;

/**
 * Many messages as one that grpc-js sends at once: alone it sends each in another turn of the event loop. What it gets is the first message and, behind it,
 * the frames of the others; it frames that by `copy` into a frame whose length it has written, and that length is put right then. Where it ever
 * frames otherwise, the server finds no message behind the first one, and what it does not answer is asked again.
 */
export function encodeMessageGroup(messages: readonly EncodableMessage[]): Buffer {
  const encoded = messages.map((message) => message.serializeBinary());
  const group = Buffer.allocUnsafe(encoded.reduce((sum, { length }) => sum + frameHeaderBytes + length, -frameHeaderBytes));
  let end = 0;
  for (const [index, message] of encoded.entries()) {
    if (index > 0) {
      group.writeUInt8(0, end);
      group.writeUInt32BE(message.length, end + 1);
      end += frameHeaderBytes;
    }
    group.set(message, end);
    end += message.length;
  }
  const firstBytes = encoded[0]?.length ?? 0;
  group.copy = (target, start = 0, ...range) => {
    if (start >= frameHeaderBytes) (target as Buffer).writeUInt32BE(firstBytes, start - 4);
    return Buffer.prototype.copy.call(group, target, start, ...range);
  };
  return group;
}
