import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { DashboardSummary } from './dashboard-summary';
import { DashboardQuery, DashboardSummaryDto } from './dashboard-summary.dto';

@ApiTags('dashboard')
@Controller('v1/dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardSummary) {}

  @Get('summary')
  @RequireScope('read')
  @ApiOkResponse({ type: DashboardSummaryDto })
  async summary(@CurrentPrincipal() principal: Principal, @Query() query: DashboardQuery): Promise<DashboardSummaryDto> {
    return this.dashboard.of(principal, query);
  }
}
