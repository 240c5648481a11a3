import { calendarSpans, momentInZone, granularityOf } from './calendar-spans';

const spans = (start: string, end: string, zone: string, granularity: 'hour' | 'day' = 'day') =>
  calendarSpans(new Date(start), new Date(end), zone, granularity).map((at) => at.toISOString().slice(0, 16));

it('begins with the start and goes on at each midnight of the zone', () => {
  expect(spans('2026-01-01T10:00:00Z', '2026-01-03T00:00:00Z', 'UTC')).toEqual(['2026-01-01T10:00', '2026-01-02T00:00']);
  expect(spans('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'Asia/Kathmandu')).toEqual(['2026-01-01T00:00', '2026-01-01T18:15']);
});

it('knows days of 23 and of 25 hours', () => {
  expect(spans('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Vienna')).toEqual([
    '2026-03-27T23:00',
    '2026-03-28T23:00',
    '2026-03-29T22:00',
  ]);
  expect(spans('2026-10-24T22:00:00Z', '2026-10-27T00:00:00Z', 'Europe/Vienna')).toEqual([
    '2026-10-24T22:00',
    '2026-10-25T23:00',
    '2026-10-26T23:00',
  ]);
});

it('has each hour once where clocks are set back', () => {
  expect(spans('2026-10-24T23:30:00Z', '2026-10-25T02:00:00Z', 'Europe/Vienna', 'hour')).toEqual([
    '2026-10-24T23:30',
    '2026-10-25T00:00',
    '2026-10-25T01:00',
  ]);
});

it('shows hours up to 48 of them', () => {
  expect(granularityOf(new Date('2026-01-01T00:00:00Z'), new Date('2026-01-03T00:00:00Z'))).toBe('hour');
  expect(granularityOf(new Date('2026-01-01T00:00:00Z'), new Date('2026-01-03T00:00:01Z'))).toBe('day');
});

test.each([
  ['2026-11-01T00:00:00Z', 'Europe/Paris', '2026-10-31T23:00:00.000Z'],
  ['2026-07-01T00:00:00Z', 'Europe/Paris', '2026-06-30T22:00:00.000Z'],
  ['2026-07-01T12:00:00.250Z', 'UTC', '2026-07-01T12:00:00.250Z'],
  // Clocks go back at 3:00 and on at 2:00.
  ['2026-10-25T02:30:00Z', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30:00Z', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00:00Z', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
  ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  // A day that Samoa left out.
  ['2011-12-31T00:00:00Z', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s on the clocks of %s (%s)', (local, zone, moment) => {
  expect(momentInZone(Date.parse(local), zone).toISOString()).toBe(moment);
});
