import { classify, outcomeOf } from './classify';

const kindOf = (status: number, code: number | undefined, message = '', operation = 'pins.create') =>
  classify(operation, { status, code, message });

test.each([
  [400, 1, 'Invalid URL', 'validation'],
  [400, 1, 'Sorry, we were unable to reach the URL. Please try again.', 'media_unreachable'],
  [400, 1, 'The format of the image is not supported', 'invalid_image'],
  [400, 400, 'Board name is taken', 'validation'],
  [401, 2, 'Authentication failed.', 'unauthorized'],
  [401, 3, 'Missing scopes', 'scope_missing'],
  [401, 7, 'Not authorized', 'board_access_denied'],
  [403, 29, 'You are not permitted', 'board_access_denied'],
  [403, 29, 'Apps with Trial access may not create Pins', 'trial_access'],
  [403, 233, 'Image too small', 'invalid_image'],
  [403, 235, 'Image broken', 'invalid_image'],
  [403, 403, 'Not authorized to update', 'board_access_denied'],
  [404, 40, 'Board not found', 'board_not_found'],
  [404, 404, 'Board not found', 'board_not_found'],
  [404, 2031, 'Section not found', 'board_section_not_found'],
  [404, 50, 'Pin not found', 'pin_not_found'],
  [409, 409, 'Could not get exclusive access', 'conflict'],
  [429, 8, 'Rate limit', 'rate_limited'],
  [429, 30, 'Rate limit', 'rate_limited'],
  [500, 500, 'Unexpected', 'upstream'],
  [502, undefined, '<html>', 'upstream'],
  [503, 1, 'Busy', 'upstream'],
  [501, 4181, 'Not implemented', 'not_available'],
  [503, 4197, 'Ramped down', 'not_available'],
  [400, 9, "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!", 'blocked'],
  [403, 9, '', 'blocked'],
  [429, 9, 'Rate limit', 'blocked'],
  [403, 77, 'You have hit a block we have in place', 'blocked'],
  [400, 2787, 'Sorry! Something went wrong on our end.', 'upstream'],
  [403, 2787, '', 'upstream'],
  [404, 77, 'Temporarily gone, try again later', 'upstream'],
  [400, 1, 'Invalid URL. Please try again.', 'validation'],
  [503, 9, '', 'upstream'],
  [408, 9, '', 'unclassified'],
  [400, 77, 'Nobody listed this', 'unclassified'],
  [403, 1, 'Nobody listed this', 'unclassified'],
  [404, undefined, 'A proxy speaks', 'unclassified'],
  [302, undefined, '', 'unclassified'],
] as const)('%d with code %p and "%s" is %s', (status, code, message, kind) => {
  expect(kindOf(status, code, message)).toBe(kind);
});

test('a 404/404 of a media call is the upload, a refused token call is the grant', () => {
  expect(kindOf(404, 404, '', 'media.get')).toBe('media_not_found');
  expect(kindOf(401, 2, '', 'token')).toBe('grant_refused');
  expect(kindOf(400, 1, '', 'token')).toBe('grant_refused');
  expect(kindOf(500, 1, '', 'token')).toBe('upstream');
  expect(kindOf(403, 9, '', 'token')).toBe('blocked');
  expect(kindOf(400, 2787, '', 'token')).toBe('upstream');
  expect(kindOf(403, undefined, 'the answer is no JSON', 'token')).toBe('unclassified');
  expect(kindOf(400, 77, '', 'token')).toBe('grant_refused');
  expect(kindOf(403, undefined, '', 'media.upload')).toBe('upload_refused');
  expect(kindOf(503, undefined, '', 'media.upload')).toBe('upstream');
});

test('a 4xx took no effect; a 5xx, a 408 and a redirect may have', () => {
  const outcome = (status: number, code?: number) => outcomeOf(kindOf(status, code), status);
  expect([400, 401, 403, 404, 409, 422, 429].map((status) => outcome(status))).toEqual(Array(7).fill('refused'));
  expect([500, 502, 503, 504, 408, 302].map((status) => outcome(status))).toEqual(Array(6).fill('unknown'));
  expect([outcome(501, 4181), outcome(503, 4197)]).toEqual(['refused', 'refused']);
});
