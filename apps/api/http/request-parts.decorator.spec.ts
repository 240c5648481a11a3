import { headerLines } from './request-parts.decorator';

it('counts the lines of a header in whatever case, and no values', () => {
  const rawHeaders = ['Idempotency-Key', 'A', 'idempotency-key', 'A', 'X-Note', 'Idempotency-Key'];
  expect([headerLines({ rawHeaders }, 'Idempotency-Key'), headerLines({ rawHeaders }, 'x-note')]).toEqual([2, 1]);
  expect(headerLines({ rawHeaders: [] }, 'Idempotency-Key')).toBe(0);
});
