import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { RateLimits } from '@pps/rate-limits';
import { OptionalBody } from '../http/request-parts.decorator';
import { createSandbox, resetSandbox } from '@pps/use-cases';
import { sandboxProjectId } from '@pps/workspaces';
import { projectStream } from '@pps/workspaces/events';
import { APP, type App } from '../../foundation/bind-app';
import { ProjectsContextDto } from '../auth/auth-response.dto';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { ProjectsContext } from '../auth/projects-context';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import { CreateSandboxDto } from './sandbox.dto';

const defaultName = 'Sandbox';

@ApiTags('projects')
@Controller('v1/projects/sandbox')
@WholeProject()
export class SandboxController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly live: LiveStates,
    private readonly context: ProjectsContext,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @RequireScope('write')
  @ApiBody({ type: CreateSandboxDto, required: false })
  @ApiCreatedResponse({ type: ProjectsContextDto, description: 'The same again when there is a sandbox already.' })
  async create(@OptionalBody() { name }: CreateSandboxDto, @CurrentPrincipal() principal: Principal) {
    await createSandbox(this.deps, principal, name?.trim() || defaultName);
    return this.projectsOf(principal);
  }

  @Post('reset')
  @RequireScope('destructive')
  @HttpCode(200)
  @ApiOkResponse({ type: ProjectsContextDto, description: 'Everything of the sandbox is gone; a fresh account and board are there.' })
  async reset(@CurrentPrincipal() principal: Principal) {
    await this.requireSandbox(principal);
    await this.limits.require('sandbox_resets', principal.projectId);
    await resetSandbox(this.deps, principal);
    return this.projectsOf(principal);
  }

  /** Asked before the reset is counted: one that finds nothing to reset uses nothing up. */
  private async requireSandbox({ organizationId }: Principal): Promise<void> {
    const { state } = await this.live.get(projectStream, sandboxProjectId(organizationId), await this.live.head());
    if (state.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
  }

  private async projectsOf({ organizationId, projectId }: Principal) {
    return (await this.context.of(organizationId, projectId, await this.live.head())).body;
  }
}
