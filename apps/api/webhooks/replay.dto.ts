import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import type { ReplayRow } from '@pps/webhooks';
import { IsOptional } from 'class-validator';

export class ReplayDto {
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

export class ReplayedDto {
  @ApiProperty({ format: 'uuid' })
  replay_id!: string;

  @ApiProperty({ type: 'integer', description: 'Events of the period; they are worked off in the background.' })
  queued_count!: number;
}

export class ReplayProgressDto extends ReplayedDto {
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

export const toReplayProgressBody = (replay: ReplayRow): ReplayProgressDto => ({
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
