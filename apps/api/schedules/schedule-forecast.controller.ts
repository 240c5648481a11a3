import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { forecastSchedules, type ForecastItem } from '@pps/use-cases';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';

class ForecastQuery {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 31, default: 7 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(31)
  readonly days: number = 7;
}

class ForecastItemDto {
  @ApiProperty({ format: 'uuid' }) readonly schedule_id: string;
  @ApiProperty({ format: 'date-time' }) readonly run_at: string;
  @ApiProperty({ format: 'date-time', description: 'Where the quota is not back within a day: when it is back.' })
  readonly expected_at: string;
  @ApiProperty({ type: 'integer' }) readonly delay_seconds: number;
  @ApiProperty({ type: String, nullable: true, enum: ['quota_exceeded', 'account_rate_limited', 'global_rate_limited', null] })
  readonly reason: string | null;
}

class ForecastDto {
  @ApiProperty({ type: [ForecastItemDto], description: 'The first 10,000 that have not fired, by their time.' })
  readonly items: ForecastItemDto[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'When the last unit of a month is taken.' })
  readonly quota_exhausted_at: string | null;
}

/** When the schedules of the next days would really go. */
@ApiTags('schedules')
@Controller('v1/schedules/forecast')
export class ScheduleForecastController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: ForecastDto })
  async forecast(@CurrentPrincipal() principal: Principal, @Query() { days }: ForecastQuery): Promise<ForecastDto> {
    const { items, quotaExhaustedAtMs } = await forecastSchedules(this.app, principal, days);
    return {
      items: items.map(toItemBody),
      quota_exhausted_at: quotaExhaustedAtMs === null ? null : new Date(quotaExhaustedAtMs).toISOString(),
    };
  }
}

const toItemBody = ({ scheduleId, runAtMs, expectedAtMs, reason }: ForecastItem): ForecastItemDto => ({
  schedule_id: scheduleId,
  run_at: new Date(runAtMs).toISOString(),
  expected_at: new Date(expectedAtMs).toISOString(),
  delay_seconds: Math.round((expectedAtMs - runAtMs) / 1000),
  reason,
});
