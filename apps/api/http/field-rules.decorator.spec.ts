import { Invalid } from '@pps/kernel';
import { checkInput } from './check-input';
import { IsMoment } from './field-rules.decorator';

class Period {
  @IsMoment()
  readonly since: string;
}

const errorsFor = (since: unknown) =>
  checkInput(Period, { since }, { loc: ['query'], unknownFields: 'strip' }).then(
    () => [],
    (error: Invalid) => error.errors.map(({ loc, type }) => [loc, type]),
  );

describe('a moment', () => {
  it.each([
    ...['2026-01-01T00:00:00Z', '2026-12-31T23:59:59.123456789+05:30', '2024-02-29T12:00:00-08:00'],
    ...['2027-03-10T14:55:00z', '2027-03-10t14:55:00Z', '2027-03-10t14:55:00.5z', '2027-03-10t14:55:00+01:00'],
  ])('may be %s', async (text) => {
    expect(await errorsFor(text)).toEqual([]);
  });

  it('is missing where it is not given', async () => {
    expect(await errorsFor(undefined)).toEqual([[['query', 'since'], 'missing']]);
  });

  it.each([
    ...[
      '2026',
      '2026-W05-3',
      '2026-001',
      '2026-01-01',
      '20260101T000000Z',
      '2026-01-01T00:00:00',
      '2026-01-01T00Z',
      '2026-01-01T00:00:00,5Z',
    ],
    ...['2026-13-45T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T23:59:60Z', '2026-01-01T00:00:00+23:59'],
    ...['0000-01-01T00:00:00Z', '2026-01-01T00:00:00Z\n', '', 'now', 20260101, ['2026-01-01T00:00:00Z'], {}, null],
  ])('is not %j', async (value) => {
    expect(await errorsFor(value)).toEqual([[['query', 'since'], 'datetime_parsing']]);
  });
});
