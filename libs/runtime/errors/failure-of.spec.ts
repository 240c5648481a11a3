import { ForbiddenException, PayloadTooLargeException } from '@nestjs/common';
import { Overloaded } from '@pps/concurrency';
import { Invalid, NotFound, Rejected, type RejectionCode } from '@pps/kernel';
import { errorCatalogue } from './error-catalogue';
import { envelopeOf, prefersProblem, problemOf } from './envelope';
import { failureOf } from './failure-of';

const promised: Readonly<Record<number, string>> = {
  400: 'bad_request invalid_state access_denied invalid_token',
  401: 'missing_credentials invalid_api_key invalid_access_token invalid_credentials second_factor_required',
  402: 'billing_inactive quota_exceeded',
  403: 'plan_limit feature_unavailable insufficient_scope account_not_permitted session_required recent_login_required sandbox_not_supported sandbox_board_limit',
  404: 'not_found',
  405: 'method_not_allowed',
  409:
    'account_exists conflict idempotency_key_reused scope_missing token_expired token_revoked account_revoked account_mismatch ' +
    'pin_already_published pin_publishing pin_not_published pin_not_failed schedule_not_editable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422:
    'validation_error board_not_found board_not_owned board_deleted board_access_denied sandbox_board_not_allowed ' +
    'invalid_image invalid_video asset_not_found',
  429: 'rate_limited platform_rate_limited',
  500: 'internal_error',
  503: 'platform_unavailable service_unavailable',
};

const codes = Object.entries(promised).flatMap(([status, names]) =>
  names.split(' ').map((code) => [code as RejectionCode, Number(status)] as const),
);

test.each(codes)('%s is answered with %i', (code, status) => {
  const failure = failureOf(new Rejected(code, ''));
  expect(failure).toMatchObject({ code, status, message: expect.stringMatching(/\S/), remediation: expect.stringMatching(/\S/) });
});

test('no code is answered that the interface does not name', () => {
  expect(Object.keys(errorCatalogue).sort()).toEqual(codes.map(([code]) => code).sort());
});

test.each([
  ['missing_credentials', 'Missing API key'],
  ['invalid_api_key', 'Invalid API key'],
  ['invalid_access_token', 'Invalid access token'],
  ['account_exists', 'Account already exists'],
] as const)('%s reads exactly %s', (code, text) => {
  const envelope = envelopeOf(failureOf(new Rejected(code, '')), 'request-1');
  expect(envelope).toMatchObject({ error: { code, message: text }, detail: text });
});

test('a rule may choose the status of a code that has two', () => {
  expect(failureOf(new Rejected('board_not_found', 'gone', {}, { status: 404 }))).toMatchObject({ status: 404, message: 'gone' });
});

test('detail names the first field of an invalid input, and how many faults there are more', () => {
  const fault = (loc: readonly (string | number)[], msg: string) => ({ loc, msg, type: 'value_error' });
  const detailOf = (...errors: ReturnType<typeof fault>[]) => {
    const failure = failureOf(new Invalid(errors));
    const [{ detail }, problem] = [envelopeOf(failure, 'r'), problemOf(failure, 'r', '/v1/pins')];
    expect(problem['detail']).toBe(detail);
    return detail;
  };
  expect(detailOf(fault(['body', 'title'], 'title must have 1 to 100 characters'))).toBe('title: must have 1 to 100 characters');
  expect(detailOf(fault(['body', 'pins', 3, 'title'], 'Field required'), fault(['query', 'q'], 'x'))).toBe(
    'pins.3.title: Field required (and 1 more)',
  );
  expect(detailOf(fault(['body'], 'Input should be a JSON object'))).toBe('body: Input should be a JSON object');
});

test('the kinds of errors', () => {
  const errors = [{ loc: ['body', 'title'], msg: 'Field required', type: 'missing' }];
  expect(failureOf(new Invalid(errors))).toMatchObject({ status: 422, code: 'validation_error', errors });
  expect(failureOf(new NotFound('Pin'))).toMatchObject({ status: 404, code: 'not_found', message: 'Pin not found' });
  expect(failureOf(new ForbiddenException('secret reason'))).toMatchObject({ status: 403, code: 'insufficient_scope' });
  expect(failureOf(new PayloadTooLargeException())).toMatchObject({ status: 413, code: 'payload_too_large' });
  for (const thrown of [new Error('inside'), 'inside', undefined, null, { statusCode: 404 }]) {
    expect(failureOf(thrown)).toMatchObject({ status: 500, code: 'internal_error', message: 'An unexpected error occurred', context: {} });
  }
});

test('what the service depends on being away is 503, with a time to come back', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const cut = new Error('Connection terminated unexpectedly');
  for (const thrown of [refused, cut, new AggregateError([refused, refused]), Object.assign(new Error('x'), { code: '57P01' })]) {
    expect(failureOf(thrown)).toMatchObject({ status: 503, code: 'service_unavailable', context: { retry_after_seconds: 5 } });
  }
  expect(failureOf(Object.assign(new Error('duplicate key'), { code: '23505' })).status).toBe(500);
});

test('context never hides what an envelope must say', () => {
  const failure = failureOf(new Rejected('conflict', 'no', { code: 'x', request_id: 'x', status: 'x', instance: 'x', pin_id: 'p' }));
  expect(envelopeOf(failure, 'request-1')).toMatchObject({ error: { code: 'conflict', request_id: 'request-1', pin_id: 'p' } });
  expect(problemOf(failure, 'request-1', '/path')).toMatchObject({ code: 'conflict', status: 409, instance: '/path', pin_id: 'p' });
});

test.each([
  ['application/problem+json', true],
  ['Application/Problem+JSON; q=0.9', true],
  ['application/json, application/problem+json', false],
  ['application/json, application/problem+json;q=0.9', false],
  ['application/problem+json;q=0', false],
  ['application/json', false],
  ['*/*', false],
  [undefined, false],
])('Accept: %s asks for problem details: %s', (accept, expected) => {
  expect(prefersProblem(accept)).toBe(expected);
});

test('who asks too much at once is told so, others that there is too much to do; both learn when to come back', () => {
  const context = { retry_after_seconds: 5 };
  expect(failureOf(new Overloaded('caller'))).toMatchObject({ status: 429, code: 'rate_limited', context });
  expect(failureOf(new Overloaded('all'))).toMatchObject({ status: 503, code: 'service_unavailable', context });
});
