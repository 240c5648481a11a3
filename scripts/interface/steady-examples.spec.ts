import { newId } from '@pps/kernel';
import { steadyExamples } from './steady-examples';

const begunAt = new Date('2026-11-28T13:08:00.000Z');
const steady = <Value>(value: Value): Value =>
  steadyExamples(value, [{ from: 'http://127.0.0.1:44951', to: 'http://127.0.0.1:3000' }], begunAt);

test('ids are counted, and the same one stays the same wherever it stands', () => {
  const [pin, account] = [newId(), newId()];
  expect(steady({ id: pin, account, event: `evt_${pin}`, url: `http://127.0.0.1:44951/v1/pins/${pin}` })).toEqual({
    id: '0197a000-0000-7000-8000-000000000001',
    account: '0197a000-0000-7000-8000-000000000002',
    event: 'evt_0197a000-0000-7000-8000-000000000001',
    url: 'http://127.0.0.1:3000/v1/pins/0197a000-0000-7000-8000-000000000001',
  });
});

test('moments of the walk follow one another by seconds, far ones keep their distance, and what is planned is in the future', () => {
  const moments = {
    b: '2026-11-28T13:08:09.123Z',
    a: '2026-11-28T13:08:01.5Z',
    month: '2026-12-28T13:08:02.000Z',
    run_at: '2026-11-28T14:08:00.000Z',
  };
  expect(steady(moments)).toEqual({
    b: '2026-01-05T09:00:01.000Z',
    a: '2026-01-05T09:00:00.000Z',
    month: '2026-02-04T09:00:00.000Z',
    run_at: '2030-01-07T09:00:00.000Z',
  });
});

test('what was drawn is told by nothing that was, and what is a word stays', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const shown = steady({
    secret,
    hash: 'a'.repeat(63) + '1',
    again: secret,
    message: 'The account belongs to the project.',
    access_token: 'x',
  });
  expect(shown.secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
  expect([shown.secret === secret, shown.again === shown.secret]).toEqual([false, true]);
  expect(shown.hash).toMatch(/^[0-9a-f]{64}$/);
  expect([shown.message, shown.access_token]).toEqual([
    'The account belongs to the project.',
    'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
  ]);
});

test('two walks are told alike', () => {
  const walk = () => ({ title: `Door ${newId()}`, email: `walk.${newId()}@example.test`, idempotency_key: `walk ${newId()}`, id: newId() });
  expect(steady(walk())).toEqual(steady(walk()));
  expect(steady(walk())).toMatchObject({ title: 'Door', email: 'ada@example.com', idempotency_key: 'door-1' });
});
