import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { activityCategories, activityStatuses, type ActivityCategory, type ActivityStatus } from '@projections/activity_log/activity';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { lowerCase } from '../connections/connections.dto';
import { PageLimit } from '../lists/page-range.decorator';

const actorTypes = ['user', 'api_key', 'system', 'worker', 'admin', 'billing'];

export class ActivityLogQuery {
  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly cursor?: string;

  @ApiPropertyOptional({ enum: activityCategories })
  @IsOptional()
  @IsIn(activityCategories)
  readonly category?: ActivityCategory;

  @ApiPropertyOptional({ example: 'pin.published' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly action?: string;

  @ApiPropertyOptional({ example: 'pin' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly resource_type?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @Transform(lowerCase)
  @IsString()
  @MaxLength(128)
  readonly resource_id?: string;

  @ApiPropertyOptional({ description: 'A kind of actor, or the id of one; the id of a user finds what the API keys of the user did, too.' })
  @IsOptional()
  @Transform(lowerCase)
  @IsString()
  @MaxLength(64)
  readonly actor?: string;

  @ApiPropertyOptional({ enum: activityStatuses })
  @IsOptional()
  @IsIn(activityStatuses)
  readonly status?: ActivityStatus;

  @ApiPropertyOptional({ format: 'date-time', description: 'At this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;
}

class ActivityLogEntryDto {
  @ApiProperty({ format: 'uuid', description: 'Id of the fact that it tells of.' }) readonly id: string;
  @ApiProperty({ enum: actorTypes }) readonly actor_type: string;
  @ApiProperty({ type: String, nullable: true, description: "The user's or the key's id, or which part of the service it was." })
  readonly actor_id: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The user; of an API key the one it acts for.' })
  readonly actor_user_id: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the user or the key is called now.' }) readonly actor_label:
    | string
    | null;
  @ApiProperty({ example: 'pin.published' }) readonly action: string;
  @ApiProperty({ enum: activityCategories }) readonly category: string;
  @ApiProperty({ type: String, nullable: true, example: 'pin' }) readonly resource_type: string | null;
  @ApiProperty({ type: String, nullable: true }) readonly resource_id: string | null;
  @ApiProperty({ enum: activityStatuses }) readonly status: string;
  @ApiProperty({ description: 'What happened, as a sentence.' }) readonly message: string;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Particulars; nothing secret or personal.' })
  readonly metadata: Readonly<Record<string, unknown>>;
  @ApiProperty({ type: String, nullable: true, description: 'The request that caused it, as in its `X-Request-ID`.' })
  readonly request_id: string | null;
  @ApiProperty({ type: 'integer', description: 'For how long the entry is kept.' }) readonly retention_days: number;
  @ApiProperty({ format: 'date-time', description: 'No longer shown from then on.' }) readonly expires_at: string;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
}

export class ActivityLogPageDto {
  @ApiProperty({ type: [ActivityLogEntryDto] }) readonly items: ActivityLogEntryDto[];
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null on the last one.' })
  readonly next_cursor: string | null;
  @ApiProperty({ type: 'integer', description: 'Days that the present plan keeps what happens now.' })
  readonly current_retention_days: number;
  @ApiProperty({ example: '30 days' }) readonly current_retention_label: string;
}
