import { countListedPasswords, isCommonPassword } from './common-passwords';

test.each([
  'password',
  'PassWord123',
  ' qwertyuiop ',
  '12345678',
  'ßßßßßßßß',
  '        ',
  '\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000',
  'trustno1',
  'contraseña',
  'Publishing2026!',
  'Pin-Publishing-1',
])('%j is one of the first that anybody would try', (text) => expect(isCommonPassword(text)).toBe(true));

test.each([
  'correct horse',
  'a better horse',
  'long enough',
  '😀😁😂🤣😃😄😅😆',
  'password of mine',
  'x'.repeat(255),
  'a publishing house',
])('%j is not', (text) => expect(isCommonPassword(text)).toBe(false));

test('far more are known than the 3,000 that ASVS asks for', () => {
  expect(countListedPasswords()).toBeGreaterThan(15_000);
});
