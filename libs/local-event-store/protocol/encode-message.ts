import { BinaryWriter } from '@bufbuild/protobuf/wire';

interface MessageType<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

let writer = new BinaryWriter();

/** The message as protobuf bytes. One writer serves all, because growing a new one for each costs more than the encoding. */
export function encodeMessage<Message>(type: MessageType<Message>, message: Message): Buffer {
  try {
    return Buffer.from(type.encode(message, writer).finish());
  } catch (error) {
    // What it had written so far would be in front of the next message.
    writer = new BinaryWriter();
    throw error;
  }
}
