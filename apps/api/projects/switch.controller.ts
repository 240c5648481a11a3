import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import { SessionBody } from '../auth/session-body';
import { SwitchedProjectDto, SwitchProjectDto } from './switch.dto';

@ApiTags('projects')
@Controller('v1/projects/switch')
@WholeProject()
export class SwitchController {
  constructor(private readonly sessions: SessionBody) {}

  @Post()
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: SwitchedProjectDto, description: 'Through an API key, the token has the grants of the key and ends with it.' })
  switchTo(@Body() { project_id }: SwitchProjectDto, @CurrentPrincipal() caller: Principal) {
    return this.sessions.switchTo(caller, project_id.toLowerCase());
  }
}
