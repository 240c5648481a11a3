import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { CLOCK, NotFound, type Clock } from '@pps/kernel';
import { RateLimits } from '@pps/rate-limits';
import { DATABASE, type Database } from '@pps/read-store';
import { UuidParam } from '../http/request-parts.decorator';
import { CancelReplay, findReplay, RequestReplay, type ReplayRow } from '@pps/webhooks';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { ReplayDto, ReplayedDto, ReplayProgressDto, toReplayProgressBody } from './replay.dto';
import { WebhookDeliveries } from './webhook-deliveries';
import { webhookOwnerOf } from './webhook-owner';

@ApiTags('webhooks')
@Controller('v1/webhooks/:webhook_id')
export class WebhookReplaysController {
  constructor(
    private readonly commands: Commands,
    private readonly deliveries: WebhookDeliveries,
    private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  @Post('replay')
  @RequireScope('write')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: ReplayedDto })
  async replay(
    @UuidParam('webhook_id') webhookId: string,
    @Body() { since, until }: ReplayDto,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ReplayedDto> {
    await this.deliveries.requireWebhook(webhookId, principal);
    await this.limits.require('webhook_replays', principal.projectId);
    const now = this.clock();
    const [from, to] = [new Date(since), until ? new Date(until) : now];
    const { replayId, count } = await this.commands.execute(
      new RequestReplay(webhookId, from, to, webhookOwnerOf(principal), originOfPrincipal(principal, now)),
    );
    return { replay_id: replayId, queued_count: count };
  }

  @Get('replays/:replay_id')
  @RequireScope('read')
  @ApiOkResponse({ type: ReplayProgressDto })
  async progress(
    @UuidParam('webhook_id') webhookId: string,
    @UuidParam('replay_id') replayId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ReplayProgressDto> {
    return toReplayProgressBody(await this.find(webhookId, replayId, principal));
  }

  @Post('replays/:replay_id/cancel')
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: ReplayProgressDto, description: 'What was made due before stays due. One that has ended is shown as it is.' })
  async cancel(
    @UuidParam('webhook_id') webhookId: string,
    @UuidParam('replay_id') replayId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ReplayProgressDto> {
    await this.find(webhookId, replayId, principal);
    const origin = originOfPrincipal(principal, this.clock());
    await this.commands.execute(new CancelReplay(webhookId, replayId, webhookOwnerOf(principal), origin));
    return toReplayProgressBody(await this.find(webhookId, replayId, principal));
  }

  private async find(webhookId: string, replayId: string, principal: Principal): Promise<ReplayRow> {
    await this.deliveries.admit(webhookId, principal);
    const replay = await findReplay(this.db, webhookId, replayId);
    if (!replay) throw new NotFound('Replay');
    return replay;
  }
}
