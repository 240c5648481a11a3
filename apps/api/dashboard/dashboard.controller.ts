import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { DashboardQuery, DashboardSummaryDto, type PinTotalsDto } from './dashboard-summary.dto';
import { countImports } from '@pps/imports';
import { requireAccount } from '@pps/use-cases';
import { countPins } from '@projections/pins/count-pins.query';
import { sumActivity, type ActivitySum } from '@projections/pins/pin-activity.query';
import { countSchedules } from '@projections/schedules/count-schedules.query';
import { calendarSpans, granularityOf } from './calendar-spans';
import { summaryRange } from './summary-range';

@ApiTags('dashboard')
@Controller('v1/dashboard')
export class DashboardController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get('summary')
  @RequireScope('read')
  @ApiOkResponse({ type: DashboardSummaryDto })
  async summary(@CurrentPrincipal() principal: Principal, @Query() query: DashboardQuery): Promise<DashboardSummaryDto> {
    return dashboardSummary(this.app, principal, query);
  }
}

const statuses = ['queued', 'deferred', 'publishing', 'published', 'failed'] as const;
const waitingStatuses = ['queued', 'deferred', 'publishing'] as const;

/** Throws `Invalid` for an impossible range, and for an account that the credential may not name or the project does not have. */
async function dashboardSummary(app: App, principal: Principal, query: DashboardQuery): Promise<DashboardSummaryDto> {
  const now = app.clock();
  const { start, end } = summaryRange(query.start, query.end, query.tz, now);
  const accountId = query.account_id?.toLowerCase();
  if (accountId !== undefined) await requireAccount(app, principal, accountId);
  await Promise.all(['pins', 'schedules', 'import_jobs'].map((projection) => app.freshness.wait(projection, principal)));
  const { projectId, epoch } = principal;
  const accountIds = accountId === undefined ? principal.accountIds : [accountId];
  const granularity = granularityOf(start, end);
  const spans = calendarSpans(start, end, query.tz, granularity);
  const previousStart = new Date(2 * start.getTime() - end.getTime());
  const bounds = [previousStart, ...spans, end].map((at) => at.toISOString());
  const owned = { projectId, epoch, accountIds };
  const [sums, queue, schedules, imports] = await Promise.all([
    sumActivity(app.db, { ...owned, bounds, now }),
    Promise.all(waitingStatuses.map((status) => countPins(app.db, { ...owned, status }))),
    countSchedules(app.db, { ...owned, since: start, until: end, now }),
    accountIds === null ? countImports(app.db, { projectId, epoch, since: start, until: end }) : null,
  ]);
  const [queued = 0, deferred = 0, publishing = 0] = queue;
  const inRange = sums.filter(({ span }) => span > 0);
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    timezone: query.tz,
    granularity,
    previous_start: previousStart.toISOString(),
    previous_end: start.toISOString(),
    account_id: accountId ?? null,
    pins: totalsOf(inRange),
    previous_pins: totalsOf(sums.filter(({ span }) => span === 0)),
    series: seriesOf(spans, inRange),
    published_by_account: publishedByAccount(inRange),
    queue: { queued, deferred, publishing },
    schedules: { by_status: schedules.byStatus, upcoming: schedules.upcoming },
    import_jobs: imports && { by_status: imports },
  };
}

function totalsOf(sums: readonly ActivitySum[]): PinTotalsDto {
  const byStatus = Object.fromEntries(statuses.map((status) => [status, sumOf(sums, status)]));
  const [published = 0, failed = 0] = [byStatus['published'], byStatus['failed']];
  return {
    total: Object.values(byStatus).reduce((total, pins) => total + pins, 0),
    submitted: sumOf(sums, 'submitted'),
    by_status: byStatus,
    success_rate: published + failed === 0 ? null : published / (published + failed),
  };
}

/** The range before is span 0, so the first of the series is span 1. */
function seriesOf(spans: readonly Date[], sums: readonly ActivitySum[]) {
  return spans.map((start, index) => {
    const within = sums.filter(({ span }) => span === index + 1);
    return {
      start: start.toISOString(),
      created: sumOf(within, 'submitted'),
      published: sumOf(within, 'publications'),
      failed: sumOf(within, 'failures'),
    };
  });
}

function publishedByAccount(sums: readonly ActivitySum[]) {
  const byAccount = new Map<string, number>();
  for (const { accountId, publications } of sums) byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + publications);
  return [...byAccount]
    .filter(([, published]) => published > 0)
    .map(([account_id, published]) => ({ account_id, published }))
    .sort((one, other) => other.published - one.published || (one.account_id < other.account_id ? -1 : 1));
}

const sumOf = (sums: readonly ActivitySum[], measure: keyof ActivitySum): number =>
  sums.reduce((total, sum) => total + Number(sum[measure]), 0);
