import { fitsPassword, hashPassword } from './password-hash';

describe('a password', () => {
  it('fits its own argon2id hash and no other', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await fitsPassword('correct horse', one)).toBe(true);
    expect(await fitsPassword('wrong horse', one)).toBe(false);
    expect(await fitsPassword('pa\u0308ssword', await hashPassword('p\u00e4ssword'))).toBe(true);
  });

  it('fits nothing where there is no hash', async () => {
    expect(await fitsPassword('correct horse', null)).toBe(false);
  });
});
