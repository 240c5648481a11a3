import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import type { Identity, Principal } from '@pps/identity';
import { changeProfile } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { IDENTITY } from '../auth/identity';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondSandbox, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { ProfileBody } from './profile-body';
import { ChangeProfileDto, ProfileDto } from './profile.dto';

@ApiTags('auth')
@Controller('v1/auth/profile')
@WholeProject()
export class ProfileController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly profile: ProfileBody,
    private readonly live: LiveStates,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'vault'>,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: ProfileDto })
  read(@CurrentPrincipal() caller: Principal) {
    return this.profile.of(caller, caller.asOf);
  }

  @Put()
  @BeyondSandbox()
  @RequireScope('write')
  @ApiOkResponse({ type: ProfileDto, description: 'What is absent stays as it was; null clears.' })
  async change(@Body() { full_name, ...organization }: ChangeProfileDto, @CurrentPrincipal() caller: Principal) {
    const changes = Object.fromEntries(Object.entries(organization).filter(([, value]) => value !== undefined));
    await changeProfile({ ...this.deps, ...this.identity }, caller, {
      fullName: full_name === null ? '' : full_name,
      organization: changes,
    });
    return this.profile.of(caller, await this.live.head());
  }
}
