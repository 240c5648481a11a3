import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsMoment } from '../http/field-rules.decorator';
import { assetSorts, type AssetSort } from '@projections/assets/list-assets.query';
import { booleanOf, PageCursorText, PageLimit, PageOffset } from '../lists/page-range.decorator';

const assetTypes = ['image', 'video'] as const;
const whole = { type: 'integer', nullable: true } as const;
const size = { type: 'integer', format: 'int64' } as const;

export class AssetDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ enum: assetTypes }) readonly asset_type: string;
  @ApiProperty() readonly original_filename: string;
  @ApiProperty({ description: 'By its content.' }) readonly content_type: string;
  @ApiProperty(size) readonly file_size_bytes: number;
  @ApiProperty({ description: 'The id with an extension for the content.' }) readonly stored_filename: string;
  @ApiProperty(whole) readonly width: number | null;
  @ApiProperty(whole) readonly height: number | null;
  @ApiProperty({ type: 'number', format: 'double', nullable: true }) readonly duration_seconds: number | null;
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' }) readonly sha256: string;
  @ApiProperty({ type: 'integer', description: 'Pins that show it, whatever their status.' }) readonly referenced_by_pin_count: number;
  @ApiProperty({ format: 'uri', description: 'Works without a credential until it expires.' }) readonly public_url: string;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
}

export class AssetListDto {
  @ApiProperty({ type: [AssetDto] }) readonly assets: AssetDto[];
  @ApiProperty({ type: 'integer' }) readonly total: number;
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null on the last one.' })
  readonly next_cursor: string | null;
  @ApiProperty(size) readonly storage_used_bytes: number;
  @ApiProperty(size) readonly storage_quota_bytes: number;
  @ApiProperty({ format: 'double', description: 'Of the quota, with two decimals; 100 where the plan has no storage.' })
  readonly storage_used_percent: number;
}

export class DeletedAssetDto {
  @ApiProperty({ enum: [true] }) readonly deleted: boolean;
  @ApiProperty({ enum: [false], description: 'Where it is true, the answer is 409 conflict.' }) readonly requires_confirmation: boolean;
  @ApiProperty({ type: 'integer', description: 'Pins that show it, whatever their status.' }) readonly referenced_pin_count: number;
  @ApiProperty({ ...size, description: 'What the storage gains.' }) readonly freed_bytes: number;
}

export class ListAssetsDto {
  @PageLimit()
  readonly limit: number = 50;

  @PageOffset()
  readonly offset: number = 0;

  @ApiPropertyOptional({ enum: assetTypes })
  @IsOptional()
  @IsIn(assetTypes)
  readonly asset_type?: (typeof assetTypes)[number];

  @ApiPropertyOptional({ description: 'Part of the file name, whatever the case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly q?: string;

  @ApiPropertyOptional({ description: 'Whether pins, or schedules that have not fired, show it.' })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly in_use?: boolean;

  @ApiPropertyOptional({ format: 'date-time', description: 'Uploaded then or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Uploaded before.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;

  @ApiPropertyOptional({ enum: assetSorts, default: 'created_at_desc' })
  @IsOptional()
  @IsIn(assetSorts)
  readonly sort: AssetSort = 'created_at_desc';

  @PageCursorText('The `next_cursor`')
  readonly cursor?: string;
}

export class DeleteAssetQuery {
  @ApiPropertyOptional({ default: false, description: 'Delete it although pins wait for it; those fail.' })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly confirm?: boolean;
}
