import type { StoredRow } from '@pps/imports';
import { derivedId } from '@pps/kernel';
import { killImport, type KilledImport } from './killed-imports';

const rows = 100;
const nothing = { created: 0, pins: 0, schedules: 0, unitsUsed: 0 };

const countOf = ({ outcomes }: KilledImport, what: string): number => outcomes.filter((outcome) => outcome === what).length;

it.each([1, 2, 3, 4])(
  'a file is killed 20 times: each row comes to its end once, and sent again it makes nothing: seed %s',
  async (seed) => {
    const report = await killImport(seed, { rows, kills: 20, quota: 1_000 });
    expect(report.violations).toEqual([]);
    expect(report.kills).toBe(20);
    expect(report.outcomes).toEqual(report.expected);
    const created = countOf(report, 'created pin');
    expect([report.pins, report.unitsUsed, report.schedules]).toEqual([created, created, countOf(report, 'created schedule')]);
    expect(report.again).toEqual(nothing);
  },
);

it.each([5, 6, 7, 8])('with a quota for fewer rows than it has, the first ones get it, whoever dies with a unit: seed %s', async (seed) => {
  const report = await killImport(seed, { rows, kills: 20, quota: 40 });
  expect(report.violations).toEqual([]);
  // The schedules of a portion are created before its pins take the last units.
  const isBeforePins = (outcome: string, index: number) =>
    outcome.endsWith(' schedule') && report.expected[index] === 'failed quota_exceeded';
  const outcomes = report.outcomes.map((outcome, index) => (isBeforePins(outcome, index) ? 'failed quota_exceeded' : outcome));
  expect(outcomes).toEqual(report.expected);
  expect([report.pins, report.unitsUsed]).toEqual([40, 40]);
  expect(report.again).toEqual(nothing);
});

it.each([9, 10, 11, 12])('canceled in between it tells the truth about every row: seed %s', async (seed) => {
  const report = await killImport(seed, { rows, kills: 20, quota: 1_000, cancelAfterRows: 30 });
  expect(report.violations).toEqual([]);
  const left = report.outcomes.indexOf('failed canceled');
  expect(left).toBeGreaterThanOrEqual(30);
  expect(report.outcomes.slice(0, left)).toEqual(report.expected.slice(0, left));
  expect([report.pins, report.schedules]).toEqual([countOf(report, 'created pin'), countOf(report, 'created schedule')]);
  expect(report.unitsUsed).toBe(report.pins);
});

it('a key that a row gets anew each time would be found', async () => {
  const readRow = (row: StoredRow, times: number): StoredRow =>
    row.request ? { ...row, request: { ...row.request, idempotencyKey: derivedId(times, row.rowNumber) } } : row;
  let doubled = 0;
  // It shows where a process dies between a pin and the record of its row: in one of a few files.
  for (let seed = 1; doubled === 0 && seed <= 8; seed += 1) {
    const report = await killImport(seed, { rows, kills: 20, quota: 1_000, readRow });
    doubled = report.pins + report.schedules - countOf(report, 'created pin') - countOf(report, 'created schedule');
  }
  expect(doubled).toBeGreaterThan(0);
});
