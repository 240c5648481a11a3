import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PageLimit } from '../lists/page-range.decorator';

const uuid = { type: String, format: 'uuid', nullable: true } as const;

export class LedgerQueryDto {
  @ApiPropertyOptional({ example: '2026-11', description: 'Calendar month in UTC; without it all months.' })
  @IsOptional()
  @Matches(/^\d{4}-(0[1-9]|1[0-2])$/, { message: 'month must be yyyy-mm' })
  readonly month?: string;

  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly cursor?: string;
}

export class LedgerEntryDto {
  @ApiProperty({ format: 'date-time' }) readonly at: string;
  @ApiProperty({ enum: ['consumed', 'released'] }) readonly kind: string;
  @ApiProperty(uuid) readonly pin_id: string | null;
  @ApiProperty(uuid) readonly schedule_id: string | null;
  @ApiProperty({ enum: ['api', 'batch', 'import', 'schedule'], description: 'How the pin came in.' }) readonly source: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['pin_abandoned', 'scheduled_publish_failed', 'schedule_canceled', null],
    description: 'Why the unit was given back.',
  })
  readonly reason: string | null;
  @ApiProperty({ description: 'Who caused it, as type:id.', example: 'api_key:0197a000-0000-7000-8000-000000000003' })
  readonly actor: string;
  @ApiProperty({ type: 'integer', description: "Units used in the entry's month after it, of the whole project." })
  readonly balance: number;
}

export class LedgerPageDto {
  @ApiProperty({ type: [LedgerEntryDto] }) readonly items: LedgerEntryDto[];
  @ApiProperty({ type: String, nullable: true }) readonly next_cursor: string | null;
}
