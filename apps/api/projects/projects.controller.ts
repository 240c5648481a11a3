import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { ProjectsContextDto } from '../auth/auth-response.dto';
import { Controller, Get, Inject, Body, HttpCode, Post } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { projectsContext } from '../auth/projects-context';
import { SessionOnly, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { CarrierField, CarriesSession } from '../auth/session-carrier.decorator';
import { SessionBody } from '../auth/session-body';

class SwitchProjectDto {
  @ApiProperty({ format: 'uuid' })
  @IsUUID('loose')
  readonly project_id: string;

  @CarrierField()
  readonly carrier?: string;
}

class SwitchedProjectDto extends ProjectsContextDto {
  @ApiProperty({ description: 'For the project that is active now; empty where a cookie carries the session.' })
  readonly access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  readonly token_type: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 43200 })
  readonly expires_in: number;
}

@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @SessionOnly()
  @ApiOkResponse({ type: ProjectsContextDto })
  async list(@CurrentPrincipal() { organizationId, projectId, asOf }: Principal) {
    return (await projectsContext(this.app, organizationId, projectId, asOf)).body;
  }
}

@ApiTags('projects')
@Controller('v1/projects/switch')
@WholeProject()
export class SwitchController {
  constructor(private readonly sessions: SessionBody) {}

  @Post()
  @RequireScope('write')
  @CarriesSession()
  @HttpCode(200)
  @ApiOkResponse({ type: SwitchedProjectDto, description: 'Through an API key, the token has the grants of the key and ends with it.' })
  switchTo(@Body() { project_id }: SwitchProjectDto, @CurrentPrincipal() caller: Principal) {
    return this.sessions.switchTo(caller, project_id.toLowerCase());
  }
}
