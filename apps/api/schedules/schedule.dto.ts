import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { contentFieldList } from '@pps/pins/events';
import { DeclaredAfter, showFields } from '../pins/content.decorator';
import { CheckDto, ValidatedPinDto } from '../pins/validation-body';
import { CreateScheduleDto } from './decode-schedule-request';

const text = { type: String, nullable: true } as const;
const uuid = { type: String, nullable: true, format: 'uuid' } as const;
const moment = { type: String, nullable: true, format: 'date-time' } as const;

const firstMedia = contentFieldList.findIndex(({ shown }) => shown === 'media');

export const scheduleStatuses = ['scheduled', 'queued', 'deferred', 'running', 'done', 'failed', 'canceled'];

export class SchedulePayloadDto {
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
  @ApiProperty() readonly board_id: string;
  @ApiProperty({ enum: ['image', 'video'] }) @DeclaredAfter(showFields(contentFieldList.slice(0, firstMedia))) readonly media_type: string;
  @ApiProperty(text) readonly media_url: string | null;
  @ApiProperty(text) @DeclaredAfter(showFields(contentFieldList.slice(firstMedia))) readonly idempotency_key: string | null;
}

export class ScheduleDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ format: 'uuid' }) readonly platform_account_id: string;
  @ApiProperty({ format: 'date-time', description: 'In UTC.' }) readonly run_at: string;
  @ApiProperty({ enum: scheduleStatuses }) readonly status: string;
  @ApiProperty({ type: SchedulePayloadDto }) readonly payload: SchedulePayloadDto;
  @ApiProperty({ ...text, description: 'Code and words.', example: 'board_not_found: The board was not found.' })
  readonly last_error: string | null;
  @ApiProperty(text) readonly error_code: string | null;
  @ApiProperty(text) readonly error_message: string | null;
  @ApiProperty({ ...text, format: 'uuid', description: 'The pin that was queued when it fired.' }) readonly pin_id: string | null;
  @ApiProperty(text) readonly idempotency_key: string | null;
  @ApiProperty(uuid) readonly import_job_id: string | null;
  @ApiProperty(moment) readonly fired_at: string | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
}

export class CreatedScheduleDto extends ScheduleDto {
  @ApiPropertyOptional({ type: [CheckDto], description: 'Where it would go out more than a minute late.' }) readonly warnings?: CheckDto[];
}

export class ValidatedScheduleDto extends ValidatedPinDto {
  @ApiProperty({ type: [CheckDto] }) declare readonly checks: CheckDto[];
  @ApiProperty({ type: CreateScheduleDto, nullable: true, description: 'The creation as it is understood.' })
  declare readonly resolved: object | null;
  @ApiProperty({ ...text, format: 'uuid' }) readonly existing_schedule_id: string | null;
}
