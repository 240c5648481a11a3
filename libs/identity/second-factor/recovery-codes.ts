import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from './second-factor.policy';

// Without 0, 1, I, L, O, U: what is written down by hand is read again.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const groupLength = 6;

/** Ten new codes of 117 random bits each, as `XXXXXX-XXXXXX-XXXXXX-XXXXXX`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
      '-',
    ),
  );

/** What facts hold of a code, lower-case hex: dashes, blanks and small letters make no difference. Its random bits cannot be guessed, so the hash needs no key. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256')
    .update(`recovery code\n${code.replace(/[\s-]/g, '').toUpperCase()}`)
    .digest('hex');
