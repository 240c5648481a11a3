import { newId } from '@pps/kernel';
import { linkTokenHash, newLinkToken, ownerOfLinkToken } from './link-token';

describe('the token of a link', () => {
  it('names its owner and is never the same', () => {
    const userId = newId();
    const tokens = Array.from({ length: 50 }, () => newLinkToken(userId));
    expect(new Set(tokens).size).toBe(50);
    expect(tokens.every((token) => /^[\w-]{65}$/.test(token))).toBe(true);
    expect(new Set(tokens.map(ownerOfLinkToken))).toEqual(new Set([userId]));
    expect(linkTokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is nobody’s when it is another text', () => {
    expect(ownerOfLinkToken('')).toBeNull();
    expect(ownerOfLinkToken('x'.repeat(64))).toBeNull();
    expect(ownerOfLinkToken(`${newLinkToken(newId()).slice(0, -1)}!`)).toBeNull();
  });
});
