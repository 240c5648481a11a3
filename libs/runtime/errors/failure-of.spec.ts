import { Overloaded } from '@pps/concurrency';
import { Invalid, NotFound, Rejected, type RejectionCode } from '@pps/kernel';
import { errorCatalogue } from './error-catalogue';
import { failureOf } from './failure-of';

const promised: Readonly<Record<number, string>> = {
  400: 'bad_request invalid_state access_denied invalid_token',
  401: 'missing_credentials invalid_api_key invalid_access_token invalid_credentials second_factor_required',
  402: 'billing_inactive quota_exceeded',
  403: 'plan_limit feature_unavailable insufficient_scope account_not_permitted session_required proposal_required recent_login_required sandbox_not_supported sandbox_board_limit',
  404: 'not_found',
  405: 'method_not_allowed',
  409:
    'account_exists conflict idempotency_key_reused scope_missing token_expired token_revoked account_revoked account_mismatch ' +
    'pin_already_published pin_publishing pin_not_published pin_not_failed schedule_not_editable proposal_closed proposals_full',
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

test('a rule may choose the status of a code that has two', () => {
  expect(failureOf(new Rejected('board_not_found', 'gone', {}, { status: 404 }))).toMatchObject({ status: 404, message: 'gone' });
});

test('the kinds of errors', () => {
  const errors = [{ loc: ['body', 'title'], msg: 'title is required', type: 'missing' }];
  expect(failureOf(new Invalid(errors))).toMatchObject({ status: 422, code: 'validation_error', errors });
  expect(failureOf(new NotFound('Pin'))).toMatchObject({ status: 404, code: 'not_found', message: 'Pin not found' });
  expect(failureOf(new Error('secret reason'), 403)).toMatchObject({ status: 403, code: 'insufficient_scope' });
  expect(failureOf(new Error('too large'), 413)).toMatchObject({ status: 413, code: 'payload_too_large' });
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

test('who asks too much at once is told so, others that there is too much to do; both learn when to come back', () => {
  const context = { retry_after_seconds: 5 };
  expect(failureOf(new Overloaded('caller'))).toMatchObject({ status: 429, code: 'rate_limited', context });
  expect(failureOf(new Overloaded('all'))).toMatchObject({ status: 503, code: 'service_unavailable', context });
});
