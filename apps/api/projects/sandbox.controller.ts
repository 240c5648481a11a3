import { ApiPropertyOptional, ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';
import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { OptionalBody } from '../http/request-parts.decorator';
import { createSandbox, resetSandbox } from '@pps/use-cases';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream } from '@pps/workspaces/events';
import { APP, type App } from '../../foundation/bind-app';
import { ProjectsContextDto } from '../auth/auth-response.dto';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { projectsContext } from '../auth/projects-context';
import { BeyondPrograms, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { CountsLimit } from '../limits/rate-limit.guard';

class CreateSandboxDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 255, description: 'Sandbox where absent.' })
  @IsOptional()
  @IsString()
  @TextLength(0, 255)
  readonly name?: string | null;
}

const defaultName = 'Sandbox';

@ApiTags('projects')
@Controller('v1/projects/sandbox')
@BeyondPrograms()
@WholeProject()
export class SandboxController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post()
  @RequireScope('write')
  @ApiBody({ type: CreateSandboxDto, required: false })
  @ApiCreatedResponse({ type: ProjectsContextDto, description: 'The same again when there is a sandbox already.' })
  async create(@OptionalBody() { name }: CreateSandboxDto, @CurrentPrincipal() principal: Principal) {
    await createSandbox(this.app, principal, name?.trim() || defaultName);
    return this.projectsOf(principal);
  }

  @Post('reset')
  @CountsLimit('sandbox_resets')
  @RequireScope('destructive')
  @HttpCode(200)
  @ApiOkResponse({ type: ProjectsContextDto, description: 'Everything of the sandbox is gone; a fresh account and board are there.' })
  async reset(@CurrentPrincipal() principal: Principal) {
    await this.requireSandbox(principal);
    await this.app.rateLimits.require('sandbox_resets', principal.projectId);
    await resetSandbox(this.app, principal);
    return this.projectsOf(principal);
  }

  /** Asked before the reset is counted: one that finds nothing to reset uses nothing up. */
  private async requireSandbox({ organizationId }: Principal): Promise<void> {
    const { state } = await this.app.live.get(projectStream, sandboxProjectId(organizationId), await this.app.live.head());
    if (state.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
  }

  private async projectsOf({ organizationId, projectId }: Principal) {
    return (await projectsContext(this.app, organizationId, projectId, await this.app.live.head())).body;
  }
}
