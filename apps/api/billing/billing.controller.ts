import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { readLedgerPage, type LedgerEntry, type LedgerCursor } from '@projections/quota_ledger/quota-ledger.query';
import { AsOf, TakesAsOf } from '../as-of/takes-as-of.decorator';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { BillingStatusDto } from './billing-status.dto';
import { BillingStatusAt } from './billing-status-at';
import { BillingStatusReader } from './billing-status';
import { isLogPosition } from '../lists/log-position';
import { LedgerPageDto, LedgerQueryDto, type LedgerEntryDto } from './quota-ledger.dto';

@ApiTags('billing')
@Controller('v1/billing')
export class BillingController {
  constructor(
    private readonly billingStatus: BillingStatusReader,
    private readonly pastStatus: BillingStatusAt,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  @Get('status')
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: BillingStatusDto, description: 'Plan, features, quota and accounts.' })
  status(@CurrentPrincipal() principal: Principal, @AsOf() at: Date | undefined) {
    return at ? this.pastStatus.body(principal, at) : this.billingStatus.body(principal);
  }

  @Get('quota-ledger')
  @RequireScope('read')
  @ApiOkResponse({ type: LedgerPageDto, description: 'Units consumed and given back, newest first.' })
  async ledger(@CurrentPrincipal() principal: Principal, @Query() { month, limit, cursor }: LedgerQueryDto) {
    const { projectId, epoch, accountIds } = principal;
    const before = cursor === undefined ? null : decodeCursor(cursor);
    await this.freshness.wait('quota_ledger', principal);
    const entries = await readLedgerPage(this.db, { projectId, epoch, accountIds, month, before, limit: limit + 1 });
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
