import { answerWebAsset } from './answer-web-asset';
import { assetVersion, webAssets } from './web-assets';

const style = webAssets.get('app.css')!;

test('the style sheet is small, and asks for nothing from elsewhere', () => {
  expect(style.body.length).toBeLessThan(24_000);
  expect(style.body.toString()).not.toMatch(/https?:|@import|url\(/);
});

test('the present version may be kept for good, any other is asked for each time: it may be of a newer process', () => {
  const keptFor = (version: unknown) => answerWebAsset(style, { version, ifNoneMatch: undefined }).headers['cache-control'];
  expect(keptFor(assetVersion)).toBe('public, max-age=31536000, immutable');
  for (const version of [undefined, '', 'older', ['a', 'b']]) expect(keptFor(version)).toBe('no-cache');
});

test.each([
  [undefined, 200],
  ['', 200],
  ['"another"', 200],
  [style.etag, 304],
  [`W/${style.etag}`, 304],
  [`"another", W/${style.etag}`, 304],
  ['*', 304],
])('who has %s is answered %i', (ifNoneMatch, status) => {
  const answer = answerWebAsset(style, { version: assetVersion, ifNoneMatch });
  expect([answer.status, answer.headers['etag']]).toEqual([status, style.etag]);
  expect(answer.body === null).toBe(status === 304);
});
