import { VerifiedTokens } from './access-token.strategy';

const claims = { sub: 'ada', project: 'p', sid: 's', gen: 0, authTime: 0 };

test('a token that was verified is known until its end, and no other', () => {
  const verified = new VerifiedTokens();
  verified.put('a.b.c', claims, 1_000);
  expect(verified.get('a.b.c', 999)).toEqual(claims);
  expect(verified.get('a.b.c', 1_000)).toBeUndefined();
  expect(verified.get('a.b.d', 0)).toBeUndefined();
});
