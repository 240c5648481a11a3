import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal, RenameUser } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { ChangeOrganizationProfile } from '@pps/workspaces';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import { ProfileBody } from './profile-body';
import { ChangeProfileDto, ProfileDto } from './profile.dto';

@ApiTags('auth')
@Controller('v1/auth/profile')
@WholeProject()
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly profile: ProfileBody,
    private readonly live: LiveStates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: ProfileDto })
  read(@CurrentPrincipal() caller: Principal) {
    return this.profile.of(caller, caller.asOf);
  }

  @Put()
  @RequireScope('write')
  @ApiOkResponse({ type: ProfileDto, description: 'What is absent stays as it was; null clears.' })
  async change(@Body() { full_name, ...organization }: ChangeProfileDto, @CurrentPrincipal() caller: Principal) {
    const origin = originOfPrincipal(caller, this.clock());
    if (full_name !== undefined) await this.commands.execute(new RenameUser(caller.userId, full_name ?? '', origin));
    const changes = Object.fromEntries(Object.entries(organization).filter(([, value]) => value !== undefined));
    await this.commands.execute(new ChangeOrganizationProfile(caller.organizationId, changes, origin));
    return this.profile.of(caller, await this.live.head());
  }
}
