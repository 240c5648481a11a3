import { ApiProperty } from '@nestjs/swagger';

const moment = { type: String, format: 'date-time', nullable: true } as const;

export class AccountExportDto {
  @ApiProperty({ format: 'uuid', description: 'The export.' })
  readonly export_id: string;

  @ApiProperty({
    enum: ['preparing', 'ready', 'expired', 'failed'],
    description: '`preparing` while the archive is made, `ready` while it can be downloaded.',
  })
  readonly status: 'preparing' | 'ready' | 'expired' | 'failed';

  @ApiProperty({ format: 'date-time', description: 'When it was asked for.' })
  readonly requested_at: string;

  @ApiProperty({ ...moment, description: 'Since when it can be downloaded.' })
  readonly ready_at: string | null;

  @ApiProperty({ ...moment, description: 'Until when; then it is deleted.' })
  readonly expires_at: string | null;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'Size of the archive.' })
  readonly size_bytes: number | null;

  @ApiProperty({ type: String, nullable: true, pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the archive.' })
  readonly sha256: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How many files are in it.' })
  readonly file_count: number | null;

  @ApiProperty({ type: 'integer', description: 'How often its download was begun; counted up to 20.' })
  readonly download_count: number;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description:
      'Works without a credential until it expires: whoever has it reads everything. Null before the archive is ready, and for a session whose sign-in is older than asking needs.',
  })
  readonly download_url: string | null;
}
