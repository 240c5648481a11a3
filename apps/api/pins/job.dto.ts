import { ApiProperty } from '@nestjs/swagger';

/** A pin as the job of publishing it. */
export class JobDto {
  @ApiProperty({ format: 'uuid', description: 'The same as the pin.' })
  readonly job_id: string;

  @ApiProperty({ format: 'uuid' })
  readonly pin_id: string;

  @ApiProperty({ enum: ['queued', 'deferred', 'publishing', 'published', 'failed'] })
  readonly status: string;

  @ApiProperty({ format: 'date-time', description: 'When the pin was accepted.' })
  readonly submitted_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it was published or failed.' })
  readonly completed_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly platform_pin_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly error_code: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly error_message: string | null;
}
