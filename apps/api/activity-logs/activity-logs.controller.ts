import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { ActivityLogPageDto, ActivityLogQuery } from './activity-logs.dto';
import { ActivityLogList } from './activity-log-list';

@ApiTags('activity')
@Controller('v1/activity-logs')
export class ActivityLogsController {
  constructor(private readonly activity: ActivityLogList) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({
    type: ActivityLogPageDto,
    description: "Newest first; each entry is shown for the plan's days. A key that is limited to some accounts sees what concerns those.",
  })
  page(@CurrentPrincipal() caller: Principal, @Query() query: ActivityLogQuery): Promise<ActivityLogPageDto> {
    return this.activity.page(caller, query);
  }
}
