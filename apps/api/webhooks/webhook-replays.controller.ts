import { ApiProperty, ApiPropertyOptional, ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { type ReplayRow, CancelReplay, findReplay, RequestReplay } from '@pps/webhooks';
import { IsOptional } from 'class-validator';
import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { requireOwnWebhook, deliveriesSeenBy, webhookOwnerOf } from './webhook-deliveries';
import { APP, type App } from '../../foundation/bind-app';
import { CountsLimit } from '../limits/rate-limit.guard';

class ReplayDto {
  @ApiProperty({ format: 'date-time', description: 'Events from this moment on, of the last 90 days.' })
  @IsMoment()
  since!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Events before this moment; without it, all since.',
  })
  @IsOptional()
  @IsMoment()
  until?: string | null;
}

class ReplayedDto {
  @ApiProperty({ format: 'uuid' })
  replay_id!: string;

  @ApiProperty({ type: 'integer', description: 'Events of the period; they are worked off in the background.' })
  queued_count!: number;
}

class ReplayProgressDto extends ReplayedDto {
  @ApiProperty({ format: 'uuid' })
  webhook_id!: string;

  @ApiProperty({ enum: ['running', 'completed', 'canceled'] })
  status!: ReplayRow['status'];

  @ApiProperty({ type: 'integer', description: 'How many of them are due again, or were.' })
  replayed_count!: number;

  @ApiProperty({ format: 'date-time' })
  since!: string;

  @ApiProperty({ format: 'date-time' })
  until!: string;

  @ApiProperty({ format: 'date-time' })
  requested_at!: string;

  @ApiProperty({ type: String, nullable: true, format: 'date-time' })
  ended_at!: string | null;
}

const toReplayProgressBody = (replay: ReplayRow): ReplayProgressDto => ({
  replay_id: replay.replayId,
  webhook_id: replay.webhookId,
  status: replay.status,
  queued_count: replay.events,
  replayed_count: replay.replayed,
  since: replay.since,
  until: replay.until,
  requested_at: replay.requestedAt,
  ended_at: replay.endedAt,
});

@ApiTags('webhooks')
@Controller('v1/webhooks/:webhook_id')
export class WebhookReplaysController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Post('replay')
  @CountsLimit('webhook_replays')
  @RequireScope('write')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: ReplayedDto })
  async replay(
    @UuidParam('webhook_id') webhookId: string,
    @Body() { since, until }: ReplayDto,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ReplayedDto> {
    await requireOwnWebhook(this.app, webhookId, principal);
    await this.app.rateLimits.require('webhook_replays', principal.projectId);
    const now = this.app.clock();
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
    const origin = originOfPrincipal(principal, this.app.clock());
    await this.commands.execute(new CancelReplay(webhookId, replayId, webhookOwnerOf(principal), origin));
    return toReplayProgressBody(await this.find(webhookId, replayId, principal));
  }

  private async find(webhookId: string, replayId: string, principal: Principal): Promise<ReplayRow> {
    await deliveriesSeenBy(this.app, webhookId, principal);
    const replay = await findReplay(this.app.db, webhookId, replayId);
    if (!replay) throw new NotFound('Replay');
    return replay;
  }
}
