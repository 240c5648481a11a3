import { randomBytes } from 'node:crypto';
import { CannotUnseal, seal, unseal } from './seal';

const key = randomBytes(32);

test('what was sealed is opened, emoji, U+0000 and nothing at all, at its own place only', () => {
  for (const text of ['', 'a', '👩‍👩‍👧\0Tür', '\ud83d', 'x'.repeat(100_000)]) {
    const plain = Buffer.from(text);
    const sealed = seal(key, plain, 'row 1');
    expect(unseal(key, sealed, 'row 1')).toEqual(plain);
    expect(() => unseal(key, sealed, 'row 2')).toThrow(CannotUnseal);
    expect(() => unseal(randomBytes(32), sealed, 'row 1')).toThrow(CannotUnseal);
  }
});

test('what is damaged, cut short or has a short tag is not opened', () => {
  const sealed = seal(key, Buffer.from('a blue door'), 'row 1');
  for (let at = 0; at < sealed.length; at++) {
    const damaged = Buffer.from(sealed);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    expect(() => unseal(key, damaged, 'row 1')).toThrow(CannotUnseal);
    expect(() => unseal(key, sealed.subarray(0, at), 'row 1')).toThrow(CannotUnseal);
  }
});

test('what was sealed by earlier releases is opened', () => {
  const sealed = Buffer.from('CQkJCQkJCQkJCQkJqKH3HLMDLebWlcgMsmaJvnNGOOaeAF7wCYBLtRZ1MnY2MO4Dq39Q', 'base64url');
  expect(unseal(Buffer.alloc(32, 7), sealed, 'row 1').toString()).toBe('Tür 👩‍👩‍👧');
});

test('no nonce is used twice', () => {
  const nonces = Array.from({ length: 2_000 }, () => seal(key, Buffer.from('the same'), 'row 1').toString('hex', 0, 12));
  expect(new Set(nonces).size).toBe(2_000);
});
