import { quotaMonth, quotaResetAt } from './quota.stream';

it.each([
  ['2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2026-12', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000+14:00', '2028-02', '2028-03-01T00:00:00.000Z'],
  ['2026-03-29T03:00:00.000+02:00', '2026-03', '2026-04-01T00:00:00.000Z'],
  ['2027-01-01T09:30:00.000+10:00', '2026-12', '2027-01-01T00:00:00.000Z'],
])('at %s the month is %s and ends at %s, whatever the zone', (at, month, resetAt) => {
  expect([quotaMonth(new Date(at)), quotaResetAt(quotaMonth(new Date(at)))]).toEqual([month, resetAt]);
});
