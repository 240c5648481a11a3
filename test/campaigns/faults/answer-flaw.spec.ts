import { answerFlaw } from './answer-flaw';

const body = { error: { code: 'service_unavailable', message: 'm', remediation: 'r', request_id: 'id-1' }, detail: 'm' };
const answer = (status: number, headers: Record<string, string> = {}, answered: unknown = body) => ({
  status,
  headers: new Headers({ 'x-request-id': 'id-1', ...headers }),
  body: answered,
});

test('success and a 503 that says when to come back are clean', () => {
  expect(answerFlaw(answer(201, {}, {}))).toBeNull();
  expect(answerFlaw(answer(503, { 'retry-after': '5' }))).toBeNull();
});

test('anything else is named', () => {
  expect(answerFlaw(null)).toBe('no answer');
  expect(answerFlaw(answer(500))).toContain('500');
  expect(answerFlaw(answer(503))).toBe('503 without Retry-After');
  expect(answerFlaw(answer(503, { 'retry-after': '5' }, {}))).toBe('503 without error.code, error.remediation, error.request_id, detail');
});
