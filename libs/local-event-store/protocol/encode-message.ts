import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MessageType } from './message-type';

let writer = new BinaryWriter();

/** The message as protobuf bytes. */
export function encodeMessage<Message>(type: MessageType<Message>, message: Message): Buffer {
  return write((to) => type.encode(message, to));
}

/** Each message as protobuf bytes. They lie side by side in one piece of memory, because a piece for each costs the garbage collector more than they do. */
export function encodeMessages<Message>(type: MessageType<Message>, messages: readonly Message[]): Buffer[] {
  const written = write((to) => {
    for (const message of messages) type.encode(message, to.fork()).join();
  });
  const reader = new BinaryReader(written);
  return messages.map(() => toBuffer(reader.bytes()));
}

/** The same bytes, not a copy, as a Buffer. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One writer serves all, because growing a new one for each message costs more than the encoding. */
function write(fill: (to: BinaryWriter) => void): Buffer {
  try {
    fill(writer);
    // Copied, because small Buffers share memory with others, which what `finish` gives does not.
    return Buffer.from(writer.finish());
  } catch (error) {
    // What it had written so far would be in front of the next message.
    writer = new BinaryWriter();
    throw error;
  }
}
