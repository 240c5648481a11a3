import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { decodeUuid, encodeUuid } from './uuid.codec';
import { WireWriter } from './wire-writer';

const id = 'fd6b2a4e-9f5a-4b6e-8a52-0c9c6a8d1f3e';

describe('uuid', () => {
  it.each(['string', 'structured'] as const)('survives in the %s form', (form) => {
    const writer = new WireWriter();
    encodeUuid(writer, id, form);
    expect(decodeUuid(writer.frame().subarray(5))).toBe(id);
  });

  it('is read from both forms as other clients write them', () => {
    const structured = new UUID.Structured();
    structured.setMostSignificantBits(String(BigInt.asIntN(64, 0xfd6b2a4e9f5a4b6en)));
    structured.setLeastSignificantBits(String(BigInt.asIntN(64, 0x8a520c9c6a8d1f3en)));
    const message = new UUID();
    message.setStructured(structured);
    expect(decodeUuid(Buffer.from(message.serializeBinary()))).toBe(id);
    message.setString(id.toUpperCase());
    expect(decodeUuid(Buffer.from(message.serializeBinary()))).toBe(id);
  });

  it.each(['', 'nonsense', `${id}0`])('refuses %p', (text) => {
    const message = new UUID();
    message.setString(text);
    expect(() => decodeUuid(Buffer.from(message.serializeBinary()))).toThrow('not a UUID');
  });
});
