import { createRequire } from 'node:module';

type Lists = typeof import('@zxcvbn-ts/language-common');

let listed: ReadonlySet<string> | undefined;

/** The most used passwords of published leaks, those of 8 characters and more; read when a password is first chosen, which takes 0.1 s once. */
function listedPasswords(): ReadonlySet<string> {
  if (listed) return listed;
  const { dictionary } = createRequire(__filename)('@zxcvbn-ts/language-common') as Lists;
  listed = new Set([...dictionary['passwords-common'], ...commonHere].filter((word) => word.length >= 8));
  return listed;
}

/** How many passwords are refused by a list. */
export const countListedPasswords = (): number => listedPasswords().size;

// What the list lacks: patterns, other keyboards and languages, seasons, and names that services are set up with.
const commonHere =
  `123123123 0123456789 9876543210 987654321 87654321 12341234 123412345 12121212 13131313 14141414 20202020 25252525 69696969 10101010 abcdefgh
  abcdefghi abcabcabc qweqweqwe qwertz123 qwertzuiop zxcvbnm, aa12345678 password1! p@ssword contraseña parola123 changeme123 welcome! iloveu123
  minecraft1 barcelona1 cheese123 tigger123 yamaha123 harley123 guitar123 gemini123 guest123 test12345 admin1234 admin12345 adminadmin root1234
  rootroot toor1234 user1234 login123 pass12345 pass123456 eagles123 family123 mickey123 snoopy123 falcon123 galaxy123 iphone123 facebook1 linkedin
  linkedin1 dropbox1 windows10 123password secret1234 summer123 winter123 spring123 autumn123 summer2023 summer2024 winter2023 winter2024`.split(
    /\s+/,
  );

/** Words of this service, which anybody would try with a number behind them. */
export const serviceWords = [
  'publishing',
  'publisher',
  'publishpins',
  'pinpublishing',
  'pinpublisher',
  'pinpublishingservice',
  'workspace',
  'schedule',
  'scheduler',
];

const longestRepetition = 32;

/**
 * Whether a password is one of the first that anybody would try: among the most used, a word of this service, one character again and again (up to 32
 * times), or blanks alone.
 */
export function isCommonPassword(text: string): boolean {
  const plain = text.trim().toLowerCase();
  if (plain === '' || (plain.length <= longestRepetition && new Set(plain).size === 1)) return true;
  return listedPasswords().has(plain) || serviceWords.includes(plain.replace(/\P{L}/gu, ''));
}
