import { personalFields } from './personal-fields';

it.each(['email', 'profile.e_mail', 'passwordHashed', 'token', 'refreshTokens[]', 'secret', 'full_name', 'username', 'data.userName'])(
  'suspects %s',
  (path) => {
    expect(personalFields([path])).toEqual([path]);
  },
);

it.each(['tokenRef', 'previousSecretRef', 'passwordRef', 'emailHash', 'tokenHash', 'tokenExpiresAt', 'name', 'emails.count'])(
  'takes %s',
  (path) => {
    expect(personalFields([path])).toEqual([]);
  },
);
