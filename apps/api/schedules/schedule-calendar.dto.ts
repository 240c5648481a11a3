import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsRangeMoment, RangeZone } from '../dashboard/summary-range';

export class ScheduleCalendarQuery {
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Beginning of the range; the present day where absent. Without an offset it is local time in `tz`.',
  })
  @IsOptional()
  @IsRangeMoment()
  readonly start?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'End of the range, not in it; the 31st midnight after its beginning where absent, 92 at most. Without an offset it is local time in `tz`.',
  })
  @IsOptional()
  @IsRangeMoment()
  readonly end?: string;

  @RangeZone('days are counted')
  readonly tz: string = 'UTC';
}

const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class CalendarDayDto {
  @ApiProperty({ format: 'date', description: 'The day in `timezone`.' }) readonly date: string;
  @ApiProperty({ format: 'date-time', description: 'Its beginning; of the first one that of the range.' }) readonly start: string;
  @ApiProperty({ format: 'date-time', description: 'Its end, not in it; of the last one that of the range.' }) readonly end: string;
  @ApiProperty({ type: 'integer', description: 'Schedules whose `run_at` is in it, in every status.' }) readonly total: number;
  @ApiProperty({ ...counts, description: 'The same by status; those without any are absent.' })
  readonly by_status: Readonly<Record<string, number>>;
  @ApiProperty({
    type: 'integer',
    description: 'Schedules that have not fired and would go out in it by what is known now, whenever they are due.',
  })
  readonly expected: number;
  @ApiProperty({ type: 'integer', description: 'Schedules that are due in it and would go out more than a minute late.' })
  readonly slipping: number;
  @ApiProperty({
    ...counts,
    description: 'The same by reason: `quota_exceeded`, `account_rate_limited`, `global_rate_limited`; those without any are absent.',
  })
  readonly slipping_by_reason: Readonly<Record<string, number>>;
}

export class ScheduleCalendarDto {
  @ApiProperty({ format: 'date-time', description: 'Beginning of the range.' }) readonly start: string;
  @ApiProperty({ format: 'date-time', description: 'End of the range, not in it.' }) readonly end: string;
  @ApiProperty({ description: 'Whose days they are.' }) readonly timezone: string;
  @ApiProperty({ type: [CalendarDayDto], description: 'Every day of the range.' }) readonly days: readonly CalendarDayDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'From here on nothing is forecast, as more than 10,000 are due before; null where all of the range is.',
  })
  readonly forecast_until: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the last unit of a month is taken.' })
  readonly quota_exhausted_at: string | null;
}
