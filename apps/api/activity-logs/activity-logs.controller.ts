import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Principal, refuseForeignAccount } from '@pps/identity';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { ActivityLogPageDto, ActivityLogQuery } from './activity-logs.dto';
import { readPlan, termsOf } from '@pps/billing';
import { Invalid } from '@pps/kernel';
import { readActivityPage, type ActivityCursor, type ActivityRow } from '@projections/activity_log/activity-log.query';
import { isLogPosition } from '../lists/page-cursor';
import { activityActorLabels } from './activity-actors';

@ApiTags('activity')
@Controller('v1/activity-logs')
export class ActivityLogsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({
    type: ActivityLogPageDto,
    description: "Newest first; each entry is shown for the plan's days. A key that is limited to some accounts sees what concerns those.",
  })
  page(@CurrentPrincipal() caller: Principal, @Query() query: ActivityLogQuery): Promise<ActivityLogPageDto> {
    return activityLogPage(this.app, caller, query);
  }
}

const dayMs = 86_400_000;

/**
 * A page of what happened, as far as the caller may know of it. Throws `Invalid` for a cursor that is none, `Rejected('account_not_permitted')`,
 * `NotFresh`.
 */
async function activityLogPage(
  app: Pick<App, 'live' | 'freshness' | 'db' | 'clock' | 'vault'>,
  caller: Principal,
  query: ActivityLogQuery,
): Promise<ActivityLogPageDto> {
  const { limit, cursor, category, action, resource_type: resourceType, resource_id: resourceId, actor, status, since, until } = query;
  const before = cursor === undefined ? null : decodeCursor(cursor);
  const { organizationId, projectId, environment, epoch, accountIds, asOf } = caller;
  if (resourceType === 'account' && resourceId !== undefined) refuseForeignAccount(caller, resourceId);
  const retentionDays = termsOf(await readPlan(app.live, organizationId, asOf), environment).activityLogRetentionDays;
  await app.freshness.wait('activity_log', caller);
  const filter = { category, action, resourceType, resourceId, actor, status, since, until };
  // Of the person and the organization a key of the sandbox learns nothing.
  const scope = { organizationId: caller.keyEnvironment === 'sandbox' ? null : organizationId, projectId, epoch, accountIds };
  const rows = await readActivityPage(app.db, { ...scope, ...filter, before, limit, now: app.clock(), retentionDays });
  const shown = rows.slice(0, limit);
  const labels = await activityActorLabels(app, shown, asOf);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toEntryBody(row, labels.get(row.id) ?? null, retentionDays)),
    next_cursor: last && rows.length > limit ? cursorBehind(last) : null,
    current_retention_days: retentionDays,
    current_retention_label: `${retentionDays} days`,
  };
}

/** A plan that keeps entries longer than the one they were written under keeps those, too. */
function toEntryBody(row: ActivityRow, label: string | null, presentDays: number): ActivityLogPageDto['items'][number] {
  const days = Math.max(row.retention_days, presentDays);
  return {
    id: row.id,
    actor_type: row.actor_type,
    actor_id: row.actor_id,
    actor_user_id: row.actor_user_id,
    actor_label: label,
    action: row.action,
    category: row.category,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    status: row.status,
    message: row.message,
    metadata: row.metadata,
    request_id: row.request_id,
    retention_days: days,
    expires_at: new Date(row.created_at.getTime() + days * dayMs).toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

const cursorBehind = ({ created_at: at, position }: ActivityRow): string =>
  Buffer.from(`${at.getTime()}.${position}`).toString('base64url');

function decodeCursor(cursor: string): ActivityCursor {
  const match = /^(\d{1,14})\.(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2] || !isLogPosition(match[2]))
    throw new Invalid([{ loc: ['query', 'cursor'], msg: 'cursor is not one of ours', type: 'value_error' }]);
  return { createdAt: new Date(Number(match[1])), position: match[2] };
}
