import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ConnectSandboxAccount } from '@pps/connections';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { OptionalBody } from '@pps/runtime';
import { CreateSandbox, ResetSandbox } from '@pps/workspaces';
import { ProjectsContextDto } from '../auth/auth-response.dto';
import { originOf } from '../auth/origin';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { ProjectsContext } from '../auth/projects-context';
import { RequireScope } from '../auth/route-access.decorator';
import { CreateSandboxDto } from './sandbox.dto';

const defaultName = 'Sandbox';

@ApiTags('projects')
@Controller('v1/projects/sandbox')
export class SandboxController {
  constructor(
    private readonly commands: CommandBus,
    private readonly live: LiveStates,
    private readonly context: ProjectsContext,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @RequireScope('write')
  @ApiBody({ type: CreateSandboxDto, required: false })
  @ApiCreatedResponse({ type: ProjectsContextDto, description: 'The same again when there is a sandbox already.' })
  async create(@OptionalBody() { name }: CreateSandboxDto, @CurrentPrincipal() principal: Principal) {
    const origin = originOf(principal, this.clock());
    const { organizationId } = principal;
    const sandbox = await this.commands.execute(new CreateSandbox({ organizationId, name: name?.trim() || defaultName }, origin));
    await this.commands.execute(new ConnectSandboxAccount(sandbox, origin));
    return this.projectsOf(principal);
  }

  @Post('reset')
  @RequireScope('destructive')
  @HttpCode(200)
  @ApiOkResponse({ type: ProjectsContextDto, description: 'Everything of the sandbox is gone; a fresh account and board are there.' })
  async reset(@CurrentPrincipal() principal: Principal) {
    const origin = originOf(principal, this.clock());
    const { organizationId } = principal;
    const seenEpoch = principal.environment === 'sandbox' ? principal.epoch : null;
    const sandbox = await this.commands.execute(new ResetSandbox({ organizationId, seenEpoch }, origin));
    await this.commands.execute(new ConnectSandboxAccount(sandbox, origin));
    return this.projectsOf(principal);
  }

  private async projectsOf({ organizationId, projectId }: Principal) {
    return (await this.context.of(organizationId, projectId, await this.live.head())).body;
  }
}
