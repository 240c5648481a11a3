import { planted } from './planted';

test.each([
  ['in the clear', 'so: canary+word/1?'],
  ['in base64', Buffer.from('canary+word/1?').toString('base64')],
  ['in base64url', Buffer.from('canary+word/1?').toString('base64url')],
  ['in hex', `\\x${Buffer.from('canary+word/1?').toString('hex')}`],
  ['in a URL', encodeURIComponent('canary+word/1?')],
])('what was planted is found %s', (_, text) => {
  const canaries = planted();
  canaries.plant('personal', 'name', 'canary+word/1?');
  expect(canaries.foundIn(text)).toEqual(['name']);
  expect(canaries.foundIn(text, ['secret'])).toEqual([]);
  expect(canaries.foundIn('canary word')).toEqual([]);
});
