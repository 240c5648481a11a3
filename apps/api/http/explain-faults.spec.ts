import { Invalid, type FieldError } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import { explainFaults } from './explain-faults';

const explained = (error: Partial<FieldError> & Pick<FieldError, 'loc'>, request: object): FieldError | undefined => {
  const failure = failureOf(new Invalid([{ msg: 'must fit', type: 'value_error', ...error }]));
  return explainFaults(failure, { body: undefined, query: {}, params: {}, headers: {}, ...request }).errors?.[0];
};
const givenIn = (body: unknown, ...way: (string | number)[]) => explained({ loc: ['body', ...way] }, { body })?.given;

test.each([
  [{ title: 'abc' }, 'a text of 3 characters: "abc"'],
  [{ title: '' }, 'an empty text'],
  [{ title: '😀' }, 'a text of 1 character: "😀"'],
  [{ title: 'many '.repeat(13) }, `a text of 65 characters: "${'many '.repeat(12)}"…`],
  [{ title: 'x'.repeat(20) }, 'a text of 20 characters'],
  [{ title: '2026-02-30T10:00:00.000Z' }, 'a text of 24 characters: "2026-02-30T10:00:00.000Z"'],
  [{ title: '0e37df36-f698-11e6-8dd4-cb9ced3df97' }, 'a text of 35 characters'],
  [{ title: '0e37df36-f698-11e6-8dd4-cb9ced3df976' }, 'a text of 36 characters: "0e37df36-f698-11e6-8dd4-cb9ced3df976"'],
  [{ title: `timezone ${'Ab3+/'.repeat(8)}` }, 'a text of 49 characters'],
  [{ title: `${'x '.repeat(29)}👨‍👩‍👧` }, `a text of 63 characters: "${'x '.repeat(29)}"…`],
  [{ title: '\ud83d\0\r\n' }, 'a text of 4 characters: "\ufffd\ufffd\\r\\n"'],
  [{ title: 'x'.repeat(1_000_000) }, 'a text of more than 2000 characters'],
  [{ title: 1e21 }, 'the number 1e+21'],
  [{ title: true }, 'the boolean true'],
  [{ title: null }, 'null'],
  [{ title: [1, 2] }, 'a list of 2'],
  [{ title: { a: 1 } }, 'an object with 1 field'],
  [{}, 'nothing'],
  [[], 'nothing'],
  [null, 'nothing'],
])('says of %j what was given', (body, given) => {
  expect(givenIn(body, 'title')).toBe(given);
});

test('finds what was given in lists, queries and paths, and nothing in what every object has', () => {
  expect(givenIn({ pins: [{ title: 'a' }, { title: 7 }] }, 'pins', 1, 'title')).toBe('the number 7');
  expect(explained({ loc: ['query', 'limit'] }, { query: { limit: '0' } })?.given).toBe('a text of 1 character: "0"');
  expect(explained({ loc: ['path', 'id'] }, { params: { id: 'x' } })?.given).toBe('a text of 1 character: "x"');
  expect(givenIn({}, 'constructor', 'name')).toBe('nothing');
  const form = { headers: { 'content-type': 'multipart/form-data; boundary=b' } };
  expect(explained({ loc: ['body', 'file'] }, form)).not.toHaveProperty('given');
});

test.each([
  ['password', 'correct horse'],
  ['current_password', 12345678],
  ['code', '123456'],
  ['email', 'ada@example.org'],
  ['refresh_token', 'x'],
  ['secret', 'whsec_abc'],
  ['title', 'pps_live_0000'],
  ['title', 'eyJhbGciOi'],
  ['title', 'ada@example.org'],
  ['link_url', 'https://example.org/?token=abc'],
  ['link_url', 'https://ada:secret@example.org/'],
])('never repeats %s', (name, value) => {
  expect(givenIn({ [name]: value }, name)).toMatch(/^a (text|number)$/);
  expect(givenIn({ headers: { [name]: value } }, 'headers', name)).toMatch(/^a (text|number)$/);
  const header = explained({ loc: ['header', 'X-Api-Key'] }, { headers: { 'x-api-key': String(value) } });
  expect(header?.given).toBe('a text');
});

test('each message begins with the name of its field, which is cut where it is long', () => {
  expect(explained({ loc: ['body', 'ids', 3], msg: 'must be a uuid' }, {})?.msg).toBe('3 must be a uuid');
  expect(explained({ loc: ['body', 'title'], msg: 'title must be a string' }, {})?.msg).toBe('title must be a string');
  expect(explained({ loc: ['body', 'url'], msg: 'The URL must be absolute' }, {})?.msg).toBe('url: The URL must be absolute');
  const long = 'é'.repeat(500_000);
  const { loc, msg } = explained({ loc: ['body', long], msg: `${long} is not a known field` }, {}) ?? { loc: [], msg: '' };
  expect([String(loc[1]).length, msg.length < 130, msg.endsWith(' is not a known field')]).toEqual([100, true, true]);
});
