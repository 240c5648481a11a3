import { ForbiddenException, PayloadTooLargeException } from '@nestjs/common';
import { Invalid, Rejected } from '@pps/kernel';
import { createLogger, failureOf, loadConfiguration } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFailure, envelopeOf, prefersProblem, problemOf } from './answer-failure';

const at = 'https://pins.test/pins/';

/** What is logged, and the status, when this is thrown while the request's body has come this far. */
function answered(thrown: Error, raw: { complete: boolean; destroyed: boolean }) {
  const lines: string[] = [];
  const logger = createLogger('test', loadConfiguration({ LOG_LEVEL: 'debug' }), { write: (line: string) => void lines.push(line) });
  let status = 0;
  const reply = {
    sent: false,
    headers: () => reply,
    header: () => reply,
    send: () => reply,
    code: (given: number) => ((status = given), reply),
  };
  const request = { id: 'request-1', url: '/v1/pins', headers: {}, raw };
  answerFailure(thrown, request as unknown as FastifyRequest, reply as unknown as FastifyReply, {
    logger,
    config: { PUBLIC_URL: 'https://pins.test/' },
  });
  return { status, logged: lines.map((line) => JSON.parse(line)) };
}

const failedWith = (code: string) => Object.assign(new Error('aborted'), { code });

it.each(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])(
  'a client that hangs up in the middle of its body (%s) is no failure of ours',
  (code) => {
    const { status, logged } = answered(failedWith(code), { complete: false, destroyed: true });
    expect(status).toBe(400);
    expect(logged).toMatchObject([{ level: 'debug', request_id: 'request-1' }]);
    expect(logged[0].err).toBeUndefined();
  },
);

it.each([
  ['ECONNRESET', { complete: true, destroyed: true }, 503],
  ['ECONNRESET', { complete: false, destroyed: false }, 503],
  ['ENOSPC', { complete: false, destroyed: true }, 500],
])('%s is ours where the request is %j', (code, raw, expected) => {
  const { status, logged } = answered(failedWith(code), raw);
  expect(status).toBe(expected);
  expect(logged).toMatchObject([{ level: 'error', err: { message: 'aborted' } }]);
});

it('what Nest throws has its status, and shows none of its words', () => {
  const raw = { complete: true, destroyed: false };
  const [forbidden, tooLarge] = [new ForbiddenException('secret reason'), new PayloadTooLargeException()].map((thrown) =>
    answered(thrown, raw),
  );
  expect([forbidden?.status, tooLarge?.status]).toEqual([403, 413]);
  expect(forbidden?.logged).toMatchObject([{ level: 'warn', code: 'insufficient_scope' }]);
});

test.each([
  ['missing_credentials', 'Missing API key'],
  ['invalid_api_key', 'Invalid API key'],
  ['invalid_access_token', 'Invalid access token'],
  ['account_exists', 'Account already exists'],
] as const)('%s reads exactly %s', (code, text) => {
  const envelope = envelopeOf(failureOf(new Rejected(code, '')), 'request-1', at);
  expect(envelope).toMatchObject({ error: { code, message: text }, detail: text });
});

test('detail names the first field of an invalid input, and how many faults there are more', () => {
  const fault = (loc: readonly (string | number)[], msg: string) => ({ loc, msg, type: 'value_error' });
  const detailOf = (...errors: ReturnType<typeof fault>[]) => {
    const failure = failureOf(new Invalid(errors));
    const [{ detail }, problem] = [envelopeOf(failure, 'r', at), problemOf(failure, 'r', at, '/v1/pins')];
    expect(problem['detail']).toBe(detail);
    return detail;
  };
  expect(detailOf(fault(['body', 'title'], 'title must have 1 to 100 characters'))).toBe('title: must have 1 to 100 characters');
  expect(detailOf(fault(['body', 'pins', 3, 'title'], 'title is required'), fault(['query', 'q'], 'x'))).toBe(
    'pins.3.title: is required (and 1 more)',
  );
  expect(detailOf(fault(['body'], 'body must be a JSON object'))).toBe('body: must be a JSON object');
});

test('a refusal leads to the page of its code; one that the interface does not name, to that of its status', () => {
  const addressOf = (code: 'quota_exceeded' | 'quota_entry_released') => {
    const failure = failureOf(new Rejected(code, 'no'));
    const [{ error }, { type, doc_url }] = [envelopeOf(failure, 'r', at), problemOf(failure, 'r', at, '/v1/pins')];
    expect([type, doc_url]).toEqual([doc_url, (error as { doc_url: string }).doc_url]);
    return doc_url;
  };
  expect(addressOf('quota_exceeded')).toBe('https://pins.test/pins/docs/errors/quota_exceeded');
  expect(addressOf('quota_entry_released')).toBe('https://pins.test/pins/docs/errors/conflict');
});

test('context never hides what an envelope must say', () => {
  const failure = failureOf(new Rejected('conflict', 'no', { code: 'x', request_id: 'x', status: 'x', instance: 'x', pin_id: 'p' }));
  expect(envelopeOf(failure, 'request-1', at)).toMatchObject({ error: { code: 'conflict', request_id: 'request-1', pin_id: 'p' } });
  expect(problemOf(failure, 'request-1', at, '/path')).toMatchObject({ code: 'conflict', status: 409, instance: '/path', pin_id: 'p' });
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
