import { ChangePreferences, Unsubscribe, type PreferenceChanges } from '@pps/mail';
import { Body, Controller, Get, Inject, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal, requestOrigin } from '@pps/identity';
import { NotByHead } from '../http/request-parts.decorator';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondPrograms, Public, RequireScope, WholeProject } from '../auth/route-access.decorator';
import { ChangePreferencesDto, PreferencesDto, UnsubscribedDto, UnsubscribeQuery } from './email.dto';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';
import { mailPreferencesOf, userStream } from '@pps/identity/events';
import { derivedId, NotFound } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';

@ApiTags('email')
@Controller('v1/email')
export class EmailController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Get('preferences')
  @WholeProject()
  @RequireScope('read')
  @ApiOkResponse({ type: PreferencesDto })
  read(@CurrentPrincipal() caller: Principal) {
    return preferencesBody(this.app, caller, caller.asOf);
  }

  @Patch('preferences')
  @BeyondPrograms()
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
    await this.commands.execute(new ChangePreferences(caller, changes, originOfPrincipal(caller, this.app.clock())));
    return preferencesBody(this.app, caller, await this.app.live.head());
  }

  @Get('unsubscribe')
  @NotByHead()
  @RateLimited('link_uses')
  @Public()
  @ApiOkResponse({ type: UnsubscribedDto, description: "Mails about the account's safety are sent nevertheless." })
  async unsubscribe(@Query() { workspace_id, token, user_id }: UnsubscribeQuery) {
    const unsubscription = { projectId: workspace_id, token, userId: user_id ?? null };
    await this.commands.execute(new Unsubscribe(unsubscription, this.app.clock().toISOString(), requestOrigin()));
    return { status: 'unsubscribed', message: 'You will get no further mails about this workspace' };
  }
}

/** Which mails the caller wants about the project, as of a position that was the log's head. */
async function preferencesBody(app: Pick<App, 'live'>, { userId, projectId, epoch }: Principal, head: bigint) {
  const [{ state: user }, { state: project }] = await Promise.all([
    app.live.get(userStream, userId, head),
    app.live.get(projectStream, projectId, head),
  ]);
  if (user.kind !== 'registered' || project.kind === 'none') throw new NotFound('Preferences');
  const { transactional, alerts, verification, changedAt } = mailPreferencesOf(user, { projectId, epoch });
  return {
    id: derivedId('email-preferences', userId, projectId, epoch),
    workspace_id: projectId,
    user_id: userId,
    transactional_enabled: transactional,
    alerts_enabled: alerts,
    verification_enabled: verification,
    created_at: project.createdAt,
    updated_at: changedAt ?? project.createdAt,
  };
}
