import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EmailField, NewPasswordField } from './email-password.decorator';

class Registering {
  @EmailField() readonly email: unknown;
  @NewPasswordField() readonly password: unknown;
}

const faultsOf = (fields: object): string[] =>
  validateSync(plainToInstance(Registering, { email: 'ada@example.test', password: 'correct horse', ...fields })).map(
    ({ property }) => property,
  );

it.each(['ada@example.test', ' Ada+pins@Example.Test ', "o'hara@example.test"])('takes the address %j', (email) => {
  expect(faultsOf({ email })).toEqual([]);
});

it.each([
  'ada',
  'ada@',
  '"ada"@example.test',
  '"ada lovelace"@example.test',
  'ada\u0007@example.test',
  'ada\r\nBcc: eve@example.test',
  'ada@example.test\u200b',
  'ada\u202e@example.test',
  'ada @example.test',
  `${'a'.repeat(250)}@example.test`,
  7,
  null,
])('refuses the address %j', (email) => {
  expect(faultsOf({ email })).toEqual(['email']);
});

it.each(['        ', 'password1', 'short', 'x'.repeat(256), 12345678])('refuses the password %j', (password) => {
  expect(faultsOf({ password })).toEqual(['password']);
});
