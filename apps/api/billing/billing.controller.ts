import { ApiProperty, ApiPropertyOptional, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { plans } from '@pps/billing';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageLimit } from '../lists/page-range.decorator';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { readLedgerPage, type LedgerEntry, type LedgerCursor } from '@projections/quota_ledger/quota-ledger.query';
import { AsOf, TakesAsOf } from '../as-of/as-of.guard';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { billingStatusAt, presentBillingStatus } from './billing-status';
import { isLogPosition } from '../lists/page-cursor';
import { APP, type App } from '../../foundation/bind-app';

const moment = { type: String, nullable: true, format: 'date-time' } as const;
const whole = { type: 'integer' } as const;
const size = { type: 'integer', format: 'int64' } as const;

class PlanFeaturesDto {
  @ApiProperty() readonly uploaded_media_assets: boolean;
  @ApiProperty() readonly bulk_imports: boolean;
}

class BillingStatusDto {
  @ApiProperty({ enum: Object.keys(plans) }) readonly plan: string;
  @ApiProperty() readonly billing_provider: string;
  @ApiProperty({ type: String, nullable: true, enum: ['monthly', 'annual', null] }) readonly billing_cycle: string | null;
  @ApiProperty({ enum: ['active', 'trialing', 'past_due', 'canceled', 'unpaid'] }) readonly billing_status: string;
  @ApiProperty(moment) readonly current_period_start: string | null;
  @ApiProperty(moment) readonly current_period_end: string | null;
  @ApiProperty(moment) readonly cancel_at: string | null;
  @ApiProperty({ type: PlanFeaturesDto }) readonly features: PlanFeaturesDto;
  @ApiProperty({ ...whole, description: 'Pins a calendar month, in UTC.' }) readonly quota_limit: number;
  @ApiProperty(whole) readonly quota_used: number;
  @ApiProperty(whole) readonly quota_remaining: number;
  @ApiProperty({ format: 'date-time' }) readonly quota_reset_at: string;
  @ApiProperty() readonly quota_exhausted: boolean;
  @ApiProperty(whole) readonly platform_accounts_limit: number;
  @ApiProperty(whole) readonly platform_accounts_used: number;
  @ApiProperty(size) readonly storage_quota_bytes: number;
  @ApiProperty(size) readonly storage_used_bytes: number;
}

const uuid = { type: String, format: 'uuid', nullable: true } as const;

class LedgerQueryDto {
  @ApiPropertyOptional({ example: '2026-11', description: 'Calendar month in UTC; without it all months.' })
  @IsOptional()
  @Matches(/^\d{4}-(0[1-9]|1[0-2])$/, { message: 'month must be yyyy-mm' })
  readonly month?: string;

  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly cursor?: string;
}

class LedgerEntryDto {
  @ApiProperty({ format: 'date-time' }) readonly at: string;
  @ApiProperty({ enum: ['consumed', 'released'] }) readonly kind: string;
  @ApiProperty(uuid) readonly pin_id: string | null;
  @ApiProperty(uuid) readonly schedule_id: string | null;
  @ApiProperty({ enum: ['api', 'batch', 'import', 'schedule'], description: 'How the pin came in.' }) readonly source: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['pin_abandoned', 'scheduled_publish_failed', 'schedule_canceled', null],
    description: 'Why the unit was given back.',
  })
  readonly reason: string | null;
  @ApiProperty({ description: 'Who caused it, as type:id.', example: 'api_key:0197a000-0000-7000-8000-000000000003' })
  readonly actor: string;
  @ApiProperty({ type: 'integer', description: "Units used in the entry's month after it, of the whole project." })
  readonly balance: number;
}

class LedgerPageDto {
  @ApiProperty({ type: [LedgerEntryDto] }) readonly items: LedgerEntryDto[];
  @ApiProperty({ type: String, nullable: true }) readonly next_cursor: string | null;
}

@ApiTags('billing')
@Controller('v1/billing')
export class BillingController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get('status')
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: BillingStatusDto, description: 'Plan, features, quota and accounts.' })
  status(@CurrentPrincipal() principal: Principal, @AsOf() at: Date | undefined) {
    return at ? billingStatusAt(this.app, principal, at) : presentBillingStatus(this.app, principal);
  }

  @Get('quota-ledger')
  @RequireScope('read')
  @ApiOkResponse({ type: LedgerPageDto, description: 'Units consumed and given back, newest first.' })
  async ledger(@CurrentPrincipal() principal: Principal, @Query() { month, limit, cursor }: LedgerQueryDto) {
    const { projectId, epoch, accountIds } = principal;
    const before = cursor === undefined ? null : decodeCursor(cursor);
    await this.app.freshness.wait('quota_ledger', principal);
    const entries = await readLedgerPage(this.app.db, { projectId, epoch, accountIds, month, before, limit: limit + 1 });
    const items = entries.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(toEntryBody), next_cursor: last && entries.length > limit ? cursorOf(last.cursor) : null };
  }
}

const toEntryBody = ({ at, kind, pinId, scheduleId, source, reason, actor, balance }: LedgerEntry): LedgerEntryDto => ({
  at: at.toISOString(),
  kind,
  pin_id: pinId,
  schedule_id: scheduleId,
  source,
  reason,
  actor,
  balance,
});

const cursorOf = ({ position, item }: LedgerCursor): string => Buffer.from(`${position}.${item}`).toString('base64url');

function decodeCursor(cursor: string): LedgerCursor {
  const match = /^(\d+)\.(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2] || !isLogPosition(match[1]))
    throw new Invalid([{ loc: ['query', 'cursor'], msg: 'cursor is not one of ours', type: 'value_error' }]);
  return { position: match[1], item: Number(match[2]) };
}
