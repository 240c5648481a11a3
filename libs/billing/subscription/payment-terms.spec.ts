import { acceptedUntil } from './payment-terms.policy';

const statusSince = '2026-02-25T10:00:00.000Z';

it.each([
  ['growth', 'past_due', '2026-03-04T10:00:00.000Z'],
  ['enterprise', 'past_due', '2026-03-04T10:00:00.000Z'],
  ['growth', 'active', null],
  ['growth', 'unpaid', null],
  ['growth', 'canceled', null],
  ['playground', 'past_due', null],
] as const)('what was accepted on %s that is %s is published until %s', (plan, status, until) => {
  expect(acceptedUntil({ plan, status, statusSince })).toBe(until);
});
