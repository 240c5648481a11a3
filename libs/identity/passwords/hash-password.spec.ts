import { verifyPassword, hashPassword } from './hash-password';

describe('a password', () => {
  it('fits its own argon2id hash and no other', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('wrong horse', one)).toBe(false);
    expect(await verifyPassword('pa\u0308ssword', await hashPassword('p\u00e4ssword'))).toBe(true);
  });

  it('fits nothing where there is no hash', async () => {
    expect(await verifyPassword('correct horse', null)).toBe(false);
  });
});
