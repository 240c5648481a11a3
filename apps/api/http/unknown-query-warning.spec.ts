import { unknownQueryWarning } from './unknown-query-warning';

const known = ['status', 'limit', 'q'];

test('names what a route ignores, and what was probably meant', () => {
  expect(unknownQueryWarning({ status: 'failed', limit: '5' }, known)).toBeNull();
  expect(unknownQueryWarning({ stauts: 'failed', limit: '5' }, known)).toBe('ignored query parameters: "stauts"; did you mean status?');
  expect(unknownQueryWarning({ status: 'failed', stauts: 'x' }, known)).toBe('ignored query parameters: "stauts"');
  expect(unknownQueryWarning({ anything: '1' }, null)).toBeNull();
});

test('is bounded and safe in a header, whatever the names are', () => {
  const names = ['a\r\nSet-Cookie: b=c', '😀"\\', '\0', 'x'.repeat(10_000), 'é', ...Array.from({ length: 300 }, (_, n) => `more${n}`)];
  const warning = unknownQueryWarning(Object.fromEntries(names.map((name) => [name, 'a secret value'])), known) ?? '';
  expect(warning).toMatch(/^[\x20-\x7e]+ and 300 more$/);
  expect(warning.length).toBeLessThan(400);
  expect(warning).not.toContain('secret value');
  expect(() => new Headers({ 'x-warning': warning })).not.toThrow();
});
