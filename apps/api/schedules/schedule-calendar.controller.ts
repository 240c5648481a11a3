import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { forecastAtMost, forecastSchedules, slipWorthTellingMs, type ForecastItem, type ForecastOfMany } from '@pps/use-cases';
import { countSchedulesBySpan, type SpanCount } from '@projections/schedules/schedules-by-span.query';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { calendarSpans, dateInZone } from '../dashboard/calendar-spans';
import { calendarRange } from '../dashboard/summary-range';
import { ScheduleCalendarDto, ScheduleCalendarQuery, type CalendarDayDto } from './schedule-calendar.dto';

const dayMs = 86_400_000;

@ApiTags('schedules')
@Controller('v1/schedules/calendar')
export class ScheduleCalendarController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: ScheduleCalendarDto })
  calendar(@CurrentPrincipal() principal: Principal, @Query() query: ScheduleCalendarQuery): Promise<ScheduleCalendarDto> {
    return scheduleCalendar(this.app, principal, query);
  }
}

/** Throws `Invalid` for an impossible range, `NotFresh`. */
async function scheduleCalendar(app: App, principal: Principal, query: ScheduleCalendarQuery): Promise<ScheduleCalendarDto> {
  const now = app.clock();
  const { start, end } = calendarRange(query.start, query.end, query.tz, now);
  const spans = calendarSpans(start, end, query.tz, 'day');
  const bounds = [...spans, end].map((at) => at.toISOString());
  const daysAhead = Math.ceil((end.getTime() - now.getTime()) / dayMs);
  const forecast = daysAhead > 0 ? await forecastSchedules(app, principal, daysAhead) : nothingAhead;
  await app.freshness.wait('schedules', principal);
  const { projectId, epoch, accountIds } = principal;
  const counted = await countSchedulesBySpan(app.db, { projectId, epoch, accountIds, bounds });
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    timezone: query.tz,
    days: daysOf(bounds, counted, forecast.items, query.tz),
    forecast_until: textOf(forecast.lookedAt < forecastAtMost ? null : (forecast.lastRunAtMs ?? null)),
    quota_exhausted_at: textOf(forecast.quotaExhaustedAtMs),
  };
}

const nothingAhead: ForecastOfMany = { items: [], quotaExhaustedAtMs: null, lookedAt: 0 };

const textOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function daysOf(bounds: readonly string[], counted: readonly SpanCount[], items: readonly ForecastItem[], zone: string): CalendarDayDto[] {
  const beginnings = bounds.map((bound) => Date.parse(bound));
  const dayAt = (at: number): number => (at < (beginnings.at(-1) ?? 0) ? beginnings.findLastIndex((beginning) => beginning <= at) : -1);
  const days = beginnings.slice(0, -1).map((beginning, day) => ({
    date: dateInZone(new Date(beginning), zone),
    start: bounds[day] ?? '',
    end: bounds[day + 1] ?? '',
    total: 0,
    by_status: {} as Record<string, number>,
    expected: 0,
    slipping: 0,
    slipping_by_reason: {} as Record<string, number>,
  }));
  for (const { span, status, count } of counted) {
    const day = days[span];
    if (!day) continue;
    day.total += count;
    day.by_status[status] = count;
  }
  for (const { runAtMs, expectedAtMs, reason } of items) {
    const [due, goes] = [days[dayAt(runAtMs)], days[dayAt(expectedAtMs)]];
    if (goes) goes.expected++;
    if (!due || reason === null || expectedAtMs - runAtMs <= slipWorthTellingMs) continue;
    due.slipping++;
    due.slipping_by_reason[reason] = (due.slipping_by_reason[reason] ?? 0) + 1;
  }
  return days;
}
