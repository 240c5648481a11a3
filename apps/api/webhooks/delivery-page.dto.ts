import { ApiPropertyOptional } from '@nestjs/swagger';
import { testEvent, webhookEventNames } from '@pps/webhooks/events';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { IsMoment } from '../http/field-rules.decorator';
import { PageLimit } from '../lists/page-range.decorator';

const statuses = ['pending', 'delivered', 'exhausted', 'held'] as const;
const events = [...webhookEventNames, testEvent];

export class DeliveryPageQueryDto {
  @PageLimit()
  limit?: number;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  cursor?: string;

  @ApiPropertyOptional({ enum: statuses, description: 'How they stand: `held` are those that wait until the webhook is enabled.' })
  @IsOptional()
  @IsIn(statuses)
  status?: (typeof statuses)[number];

  @ApiPropertyOptional({ enum: events, description: 'Of this event only.' })
  @IsOptional()
  @IsIn(events)
  event?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'About this pin only.' })
  @IsOptional()
  @IsUUID('loose')
  pin_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Made at this moment or later.' })
  @IsOptional()
  @IsMoment()
  since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Made before this moment.' })
  @IsOptional()
  @IsMoment()
  until?: string;
}
