import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PageCursorText, PageLimit, PageOffset } from '../lists/page-range.decorator';

export const importStatuses = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed'] as const;
export const importSources = ['json', 'csv'] as const;

const text = { type: String, nullable: true } as const;
const moment = { type: String, nullable: true, format: 'date-time' } as const;
const count = { type: 'integer' } as const;

export class ImportResultDto {
  @ApiProperty({ type: 'integer', description: 'Place in the file, from 1.' }) readonly row_number: number;
  @ApiProperty({ enum: ['created', 'existing', 'failed'] }) readonly status: string;
  @ApiProperty({ ...text, format: 'uuid' }) readonly pin_id: string | null;
  @ApiProperty({ ...text, format: 'uuid' }) readonly schedule_id: string | null;
  @ApiProperty({ ...text, description: 'As given, or made of the content.' }) readonly idempotency_key: string | null;
  @ApiProperty(text) readonly error_code: string | null;
  @ApiProperty(text) readonly error_message: string | null;
  @ApiProperty({ ...text, description: 'The field at fault.' }) readonly error_field: string | null;
}

export class ImportDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ enum: importSources }) readonly source_type: string;
  @ApiProperty({ enum: importStatuses }) readonly status: string;
  @ApiProperty(text) readonly source_filename: string | null;
  @ApiProperty(count) readonly total_rows: number;
  @ApiProperty(count) readonly processed_rows: number;
  @ApiProperty(count) readonly created_rows: number;
  @ApiProperty(count) readonly existing_rows: number;
  @ApiProperty(count) readonly failed_rows: number;
  @ApiProperty({ type: [ImportResultDto], description: 'Of the rows that are done, in the order of the file; empty in lists.' })
  readonly results: ImportResultDto[];
  @ApiProperty({ ...text, description: 'Why it ended before all rows were done.' }) readonly error_message: string | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty(moment) readonly started_at: string | null;
  @ApiProperty(moment) readonly completed_at: string | null;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
}

export const namedDelimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** What a program for spreadsheets separates cells by. */
export class CsvDelimiterDto {
  @ApiPropertyOptional({ enum: Object.keys(namedDelimiters), description: 'What separates the cells.' })
  @IsOptional()
  @IsIn(Object.keys(namedDelimiters))
  readonly delimiter?: keyof typeof namedDelimiters;
}

export class ListImportsDto {
  @PageLimit()
  readonly limit: number = 50;

  @PageOffset()
  readonly offset: number = 0;

  @PageCursorText('The `X-Next-Cursor`')
  readonly cursor?: string;

  @ApiPropertyOptional({ enum: importStatuses })
  @IsOptional()
  @IsIn(importStatuses)
  readonly status?: (typeof importStatuses)[number];

  @ApiPropertyOptional({ enum: importSources })
  @IsOptional()
  @IsIn(importSources)
  readonly source_type?: (typeof importSources)[number];
}
