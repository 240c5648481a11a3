import { isCommonPassword } from './common-passwords';

test('what anybody would try first is common, however it is written', () => {
  for (const text of [
    'password',
    'PassWord123',
    ' qwertyuiop ',
    '12345678',
    'ßßßßßßßß',
    '        ',
    '\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000',
  ]) {
    expect([text, isCommonPassword(text)]).toEqual([text, true]);
  }
});

test('other passwords are not', () => {
  for (const text of ['correct horse', 'a better horse', 'long enough', '😀😁😂🤣😃😄😅😆', 'password of mine']) {
    expect([text, isCommonPassword(text)]).toEqual([text, false]);
  }
});
