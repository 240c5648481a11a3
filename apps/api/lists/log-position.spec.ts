import { isLogPosition } from './log-position';

it.each(['0', '42', '9223372036854775807'])('%s is a position', (text) => expect(isLogPosition(text)).toBe(true));

it.each(['', '-1', '1.5', '0x1', ' 1', '9223372036854775808', '9999999999999999999', '12345678901234567890'])('%j is none', (text) =>
  expect(isLogPosition(text)).toBe(false),
);
