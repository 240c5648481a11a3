import { createFrameReader, writeFrameHeader } from './message-frames';

function framed(...messages: Buffer[]): Buffer {
  return Buffer.concat(
    messages.map((message) => {
      const frame = Buffer.alloc(5 + message.length);
      writeFrameHeader(frame, 0, message.length);
      message.copy(frame, 5);
      return frame;
    }),
  );
}

describe('message frames', () => {
  const messages = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(300, 7), Buffer.from('last')];

  it.each([1, 2, 3, 5, 7, 64, 10_000])('are found whatever the chunks, here of %d bytes', (size) => {
    const found: Buffer[] = [];
    const read = createFrameReader((message) => found.push(Buffer.from(message)), 1_000);
    const bytes = framed(...messages);
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(found).toEqual(messages);
  });

  it('are refused above the limit and when compressed', () => {
    const read = createFrameReader(() => undefined, 10);
    expect(() => read(framed(Buffer.alloc(11)))).toThrow('above the limit');
    const compressed = framed(Buffer.from('x'));
    compressed[0] = 1;
    expect(() => createFrameReader(() => undefined, 10)(compressed)).toThrow('compressed');
  });
});
