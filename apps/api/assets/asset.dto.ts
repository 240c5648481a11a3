import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { PageLimit, PageOffset } from '../lists/page-range.decorator';

const assetTypes = ['image', 'video'] as const;
const number = { type: Number, nullable: true } as const;

export class AssetDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty({ enum: assetTypes }) readonly asset_type: string;
  @ApiProperty() readonly original_filename: string;
  @ApiProperty({ description: 'By its content.' }) readonly content_type: string;
  @ApiProperty({ type: 'integer' }) readonly file_size_bytes: number;
  @ApiProperty(number) readonly width: number | null;
  @ApiProperty(number) readonly height: number | null;
  @ApiProperty(number) readonly duration_seconds: number | null;
  @ApiProperty({ pattern: '^[0-9a-f]{64}$' }) readonly sha256: string;
  @ApiProperty({ type: 'integer', description: 'Pins that show it, whatever their status.' }) readonly referenced_by_pin_count: number;
  @ApiProperty({ format: 'uri', description: 'Works without a credential until it expires.' }) readonly public_url: string;
  @ApiProperty({ format: 'date-time' }) readonly created_at: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at: string;
}

export class AssetListDto {
  @ApiProperty({ type: [AssetDto] }) readonly assets: AssetDto[];
  @ApiProperty({ type: 'integer' }) readonly total: number;
  @ApiProperty({ type: 'integer' }) readonly storage_used_bytes: number;
  @ApiProperty({ type: 'integer' }) readonly storage_quota_bytes: number;
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
}

export class DeleteAssetQuery {
  @ApiPropertyOptional({ default: false, description: 'Delete it although pins wait for it; those fail.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  readonly confirm?: boolean;
}
