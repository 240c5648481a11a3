import { ChangePreferences, Unsubscribe, type PreferenceChanges } from '@pps/mail';
import { Body, Controller, Get, Inject, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal, requestOrigin } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { NotByHead } from '../http/request-parts.decorator';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { Public, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { ChangePreferencesDto, PreferencesDto, UnsubscribedDto, UnsubscribeQuery } from './email.dto';
import { PreferencesBody } from './preferences-body';
import { RateLimited } from '../limits/rate-limited.decorator';

@ApiTags('email')
@Controller('v1/email')
export class EmailController {
  constructor(
    private readonly commands: Commands,
    private readonly preferences: PreferencesBody,
    private readonly live: LiveStates,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('preferences')
  @WholeProject()
  @RequireScope('read')
  @ApiOkResponse({ type: PreferencesDto })
  read(@CurrentPrincipal() caller: Principal) {
    return this.preferences.of(caller, caller.asOf);
  }

  @Patch('preferences')
  @WholeProject()
  @RequireScope('write')
  @ApiOkResponse({ type: PreferencesDto })
  async change(@Body() body: ChangePreferencesDto, @CurrentPrincipal() caller: Principal) {
    const wanted = [
      ['transactional', body.transactional_enabled],
      ['alerts', body.alerts_enabled],
      ['verification', body.verification_enabled],
    ] as const;
    const changes: PreferenceChanges = Object.fromEntries(wanted.filter(([, enabled]) => typeof enabled === 'boolean'));
    await this.commands.execute(new ChangePreferences(caller, changes, originOfPrincipal(caller, this.clock())));
    return this.preferences.of(caller, await this.live.head());
  }

  @Get('unsubscribe')
  @NotByHead()
  @RateLimited('link_uses')
  @Public()
  @ApiOkResponse({ type: UnsubscribedDto, description: "Mails about the account's safety are sent nevertheless." })
  async unsubscribe(@Query() { workspace_id, token, user_id }: UnsubscribeQuery) {
    const unsubscription = { projectId: workspace_id, token, userId: user_id ?? null };
    await this.commands.execute(new Unsubscribe(unsubscription, this.clock().toISOString(), requestOrigin()));
    return { status: 'unsubscribed', message: 'You will get no further mails about this workspace' };
  }
}
