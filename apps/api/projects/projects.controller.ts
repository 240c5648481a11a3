import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { ProjectsContextDto } from '../auth/auth-response.dto';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { ProjectsContext } from '../auth/projects-context';
import { SessionOnly } from '../auth/route-access.decorator';

@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly context: ProjectsContext) {}

  @Get()
  @SessionOnly()
  @ApiOkResponse({ type: ProjectsContextDto })
  async list(@CurrentPrincipal() { organizationId, projectId, asOf }: Principal) {
    return (await this.context.of(organizationId, projectId, asOf)).body;
  }
}
