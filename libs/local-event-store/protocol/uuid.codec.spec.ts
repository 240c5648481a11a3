import { UUID as ClientUuid } from '@eventstore/db-client/generated/shared_pb';
import { encodeMessage } from './encode-message';
import { UuidMessage } from './messages';
import { fromUuidMessage, toUuidMessage } from './uuid.codec';

const id = 'fd6b2a4e-9f5a-4b6e-8a52-0c9c6a8d1f3e';
const fromClient = (message: ClientUuid) => fromUuidMessage(UuidMessage.decode(message.serializeBinary()));

describe('uuid', () => {
  it.each(['string', 'structured'] as const)('survives in the %s form', (form) => {
    expect(fromUuidMessage(UuidMessage.decode(encodeMessage(UuidMessage, toUuidMessage(id, form))))).toBe(id);
  });

  it('is read from both forms as other clients write them', () => {
    const structured = new ClientUuid.Structured();
    structured.setMostSignificantBits(String(BigInt.asIntN(64, 0xfd6b2a4e9f5a4b6en)));
    structured.setLeastSignificantBits(String(BigInt.asIntN(64, 0x8a520c9c6a8d1f3en)));
    const message = new ClientUuid();
    message.setStructured(structured);
    expect(fromClient(message)).toBe(id);
    message.setString(id.toUpperCase());
    expect(fromClient(message)).toBe(id);
  });

  it.each(['', 'nonsense', `${id}0`])('refuses %p', (text) => {
    const message = new ClientUuid();
    message.setString(text);
    expect(() => fromClient(message)).toThrow('not a UUID');
  });
});
