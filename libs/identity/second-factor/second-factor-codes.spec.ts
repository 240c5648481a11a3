import { newRecoveryCodes, recoveryCodeHash, newTotpSecret, totpAddress, totpStepOf } from './second-factor-codes';

// RFC 6238, appendix B, SHA-1; its codes have eight digits, of which ours are the last six.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %d is %s, as the standard has it', (second, code) => {
  expect(totpStepOf(rfcSecret, code, new Date(second * 1_000))).toBe(Math.floor(second / 30));
});

test('a code of the step before or after is taken for what it is, one further away is not', () => {
  const at = (second: number) => totpStepOf(rfcSecret, '287082', new Date(second * 1_000));
  expect([at(0), at(29), at(30), at(89), at(90)]).toEqual([1, 1, 1, 1, null]);
  expect(totpStepOf(rfcSecret, '755224', new Date(30_000))).toBe(0);
});

test.each(['', '12345', '1234567', 'abcdef', '２８７０８２', '287 82', '-87082', '\u0000\u0000\u0000\u0000\u0000\u0000', '🙂🙂🙂'])(
  '%j is no code',
  (text) => {
    expect(totpStepOf(rfcSecret, text, new Date('9999-12-31T23:59:59.999Z'))).toBeNull();
  },
);

test('a secret has 160 bits and its address says whose it is, whatever that is', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const url = new URL(totpAddress(secret, 'ädä:\ud83d\ude42@example.test'));
  expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'Pin Publishing Service',
  ]);
  expect(decodeURIComponent(url.pathname)).toContain('ädä:🙂@example.test');
  // A reader of QR codes that guesses the encoding (zbar 0.23.92) takes some other letters for Big5 or Shift-JIS.
  expect(totpAddress(secret, 'ädä@example.test')).toMatch(/^[!-~]+$/);
});

test('ten recovery codes differ; dashes, blanks and small letters make no difference', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{6}-){3}[2-9A-HJKMNP-TV-Z]{6}$/);
  const [code = ''] = codes;
  expect(recoveryCodeHash(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(recoveryCodeHash(code));
  expect(recoveryCodeHash(code)).not.toBe(recoveryCodeHash(codes[1] ?? ''));
});
