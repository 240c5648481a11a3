import { ApiProperty } from '@nestjs/swagger';
import { shownFields } from './content-body';
import { DeclaredAfter, showFields } from './content.decorator';

const text = { type: String, nullable: true } as const;
const uuid = { type: String, nullable: true, format: 'uuid' } as const;
const moment = { type: String, nullable: true, format: 'date-time' } as const;

export class PinDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ format: 'uuid' }) readonly platform_account_id: string;
  @ApiProperty({ enum: ['queued', 'deferred', 'publishing', 'published', 'failed'] }) readonly status: string;
  @ApiProperty({ enum: ['image', 'video'] }) readonly media_type: string;
  @ApiProperty(text) @DeclaredAfter(showFields(shownFields('words', 'look'))) readonly media_url: string | null;
  @ApiProperty(text) readonly image_url: string | null;
  @ApiProperty(text) readonly cover_image_url: string | null;
  @ApiProperty(uuid) readonly asset_id: string | null;
  @ApiProperty() readonly board_id: string;
  @ApiProperty(text) @DeclaredAfter(showFields(shownFields('place'))) readonly platform_pin_id: string | null;
  @ApiProperty(text) readonly platform_url: string | null;
  @ApiProperty(text) readonly error_code: string | null;
  @ApiProperty(text) readonly error_message: string | null;
  @ApiProperty({ type: 'integer', description: 'Publishing attempts that count.' }) readonly attempts: number;
  @ApiProperty(moment) readonly next_attempt_at: string | null;
  @ApiProperty(text) readonly idempotency_key: string | null;
  @ApiProperty(uuid) readonly schedule_id: string | null;
  @ApiProperty(uuid) readonly import_job_id: string | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
  @ApiProperty(moment) readonly published_at: string | null;
  @ApiProperty(moment) readonly failed_at: string | null;
}

class TimelineItemDto {
  @ApiProperty({ format: 'date-time' }) readonly at: string;
  @ApiProperty({ description: 'The fact.' }) readonly type: string;
  @ApiProperty({ description: 'What it made of the pin, its import, schedule, unit of quota or delivery.' }) readonly status: string;
  @ApiProperty() readonly message: string;
  @ApiProperty({ ...text, description: 'Why it was put off, failed, waited or waits.' }) readonly reason: string | null;
  @ApiProperty(text) readonly next_step: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) readonly attempt: number | null;
  @ApiProperty() readonly actor: string;
  @ApiProperty({ description: 'Position of the fact in the log.' }) readonly position: string;
}

export class TimelineDto {
  @ApiProperty({ format: 'uuid' }) readonly pin_id: string;
  @ApiProperty({ type: [TimelineItemDto] }) readonly items: TimelineItemDto[];
}
