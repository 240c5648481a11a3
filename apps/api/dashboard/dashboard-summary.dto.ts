import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsRangeMoment, RangeZone } from './summary-range';
import { IsOptional, IsUUID } from 'class-validator';

export class DashboardQuery {
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Beginning of the range; 30 days before its end where absent. Without an offset it is local time in `tz`.',
  })
  @IsOptional()
  @IsRangeMoment()
  readonly start?: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'End of the range, not in it; now where absent. At most 366 days after the beginning. Without an offset it is local time in `tz`.',
  })
  @IsOptional()
  @IsRangeMoment()
  readonly end?: string;

  @RangeZone('hours and days are shown')
  readonly tz: string = 'UTC';

  @ApiPropertyOptional({ format: 'uuid', description: 'Counts this connected account only.' })
  @IsOptional()
  @IsUUID('loose')
  readonly account_id?: string;
}

const countByStatus = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class PinTotalsDto {
  @ApiProperty({ type: 'integer', description: 'Pins created in the range that were not deleted: the sum of `by_status`.' })
  readonly total: number;
  @ApiProperty({ type: 'integer', description: 'Pins created in the range, those that were deleted since too.' })
  readonly submitted: number;
  @ApiProperty({ ...countByStatus, description: 'Pins created in the range by their present status; every status is there.' })
  readonly by_status: Readonly<Record<string, number>>;
  @ApiProperty({
    type: 'number',
    format: 'double',
    nullable: true,
    description: 'published / (published + failed) of `by_status`; null where both are 0.',
  })
  readonly success_rate: number | null;
}

class SeriesItemDto {
  @ApiProperty({ format: 'date-time', description: 'Beginning of the hour or day; of the first one that of the range.' })
  readonly start: string;
  @ApiProperty({ type: 'integer', description: 'Pins created in it.' }) readonly created: number;
  @ApiProperty({ type: 'integer', description: 'Pins published in it, whenever they were created.' }) readonly published: number;
  @ApiProperty({ type: 'integer', description: 'Pins that failed in it and were not retried since.' }) readonly failed: number;
}

class AccountPublicationsDto {
  @ApiProperty({ format: 'uuid', description: 'The connected account.' }) readonly account_id: string;
  @ApiProperty({ type: 'integer', description: 'Pins published in the range.' }) readonly published: number;
}

class QueueDto {
  @ApiProperty({ type: 'integer', description: 'Pins that wait now.' }) readonly queued: number;
  @ApiProperty({ type: 'integer', description: 'Pins that are held back now.' }) readonly deferred: number;
  @ApiProperty({ type: 'integer', description: 'Pins that are being published now.' }) readonly publishing: number;
}

class ScheduleTotalsDto {
  @ApiProperty({ ...countByStatus, description: 'Schedules due in the range by their present status; every status is there.' })
  readonly by_status: Readonly<Record<string, number>>;
  @ApiProperty({ type: 'integer', description: 'Schedules that have not fired and are due from now on, whatever the range.' })
  readonly upcoming: number;
}

class ImportTotalsDto {
  @ApiProperty({ ...countByStatus, description: 'Imports accepted in the range by their present status; every status is there.' })
  readonly by_status: Readonly<Record<string, number>>;
}

export class DashboardSummaryDto {
  @ApiProperty({ format: 'date-time', description: 'Beginning of the range.' }) readonly start: string;
  @ApiProperty({ format: 'date-time', description: 'End of the range, not in it.' }) readonly end: string;
  @ApiProperty({ description: 'IANA name of the zone of the series.' }) readonly timezone: string;
  @ApiProperty({ enum: ['hour', 'day'], description: 'What an item of the series stands for; hours up to 48 of them.' })
  readonly granularity: string;
  @ApiProperty({ format: 'date-time', description: 'Beginning of the range before, which is as long.' }) readonly previous_start: string;
  @ApiProperty({ format: 'date-time', description: 'Its end: the beginning of this one.' }) readonly previous_end: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The account that alone is counted.' })
  readonly account_id: string | null;
  @ApiProperty({ description: 'Pins of the range.' }) readonly pins: PinTotalsDto;
  @ApiProperty({ description: 'Pins of the range before.' }) readonly previous_pins: PinTotalsDto;
  @ApiProperty({ type: [SeriesItemDto], description: 'Every hour or day of the range, in order.' }) readonly series: SeriesItemDto[];
  @ApiProperty({ type: [AccountPublicationsDto], description: 'Accounts with publications in the range, the most first.' })
  readonly published_by_account: AccountPublicationsDto[];
  @ApiProperty({ description: 'What waits now, whatever the range.' }) readonly queue: QueueDto;
  @ApiProperty({ description: 'Schedules.' }) readonly schedules: ScheduleTotalsDto;
  @ApiProperty({ type: ImportTotalsDto, nullable: true, description: 'Null where accounts are told apart: an import has none.' })
  readonly import_jobs: ImportTotalsDto | null;
}
