import { customHeadersProblem, maskHeaderValues } from './custom-headers.policy';

test.each([
  [{}],
  [{ Authorization: 'Bearer a.b-c' }],
  [{ 'X-Tenant': 'a b', cookie: 'a=1; b=2', constructor: 'x' }],
  [Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-${n}`, 'v'.repeat(390)]))],
])('%# headers are taken', (headers) => {
  expect(customHeadersProblem(headers)).toBeNull();
});

const reserved = ['Host', 'connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Proxy-Authorization', 'Expect'];
const ours = ['Webhook-Signature', 'webhook-anything', 'X-Service-Event', 'x-service-signature', 'User-Agent', 'Accept-Encoding'];
test.each([...reserved, ...ours, 'Content-Type', 'Content-Length', 'content-encoding'])('%s is ours to set', (name) => {
  expect(customHeadersProblem({ [name]: 'a value' })).toBe(`must not set ${name}`);
});

const refused: readonly (readonly [string, unknown])[] = [
  ['no object', 'X-A: 1'],
  ['a list', ['X-A']],
  ['null', null],
  ['eleven', Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, 'v']))],
  ['ten thousand', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x-${n}`, 'v']))],
  ['too much in all', Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-${n}`, 'v'.repeat(500)]))],
  ['the same name twice', { 'X-A': '1', 'x-a': '2' }],
  ['a long name', { ['x'.repeat(65)]: 'v' }],
  ['a long value', { 'x-a': 'v'.repeat(1_025) }],
  ...['', 'a b', 'a:', 'a\r\nb', 'ä', 'a\0', '😀'].map((name) => [`the name ${JSON.stringify(name)}`, { [name]: 'v' }] as const),
  ...['', ' ', ' v', 'v ', 'a\r\nHost: b', 'a\nb', 'a\0', 'ä', '😀', '\ud83d', '\t', '\x7f'].map(
    (value) => [`the value ${JSON.stringify(value)}`, { 'x-a': value }] as const,
  ),
  ['a number', { 'x-a': 1 }],
  ['a list as value', { 'x-a': ['v'] }],
];

test.each(refused)('%s is refused, without a word of the value', (_, headers) => {
  const problem = customHeadersProblem(headers);
  expect(problem).toMatch(/^must /);
  expect(problem).not.toMatch(/[\0\r\n]|Host: b|vvvv/);
});

test('values that an endpoint answers with are masked, also where they are written as JSON', () => {
  const headers = { authorization: 'Bearer "secret"', 'x-key': 'Bearer "secret" twice', 'x-on': '1' };
  expect(maskHeaderValues('1: Bearer "secret" twice, {"a":"Bearer \\"secret\\""}', headers)).toBe('1: ********, {"a":"********"}');
});
