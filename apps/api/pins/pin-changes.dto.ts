import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { FieldsTogether, TextLength } from '@pps/runtime';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { booleanOf } from '../lists/boolean-of';
import { CreatePinDto } from './create-pin.dto';
import { mediaConflicts } from './media-errors';

export class RetryPinDto {
  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[0-9]+$' })
  @IsOptional()
  @IsString()
  @Matches(/^\d+$/, { message: 'board_id must be digits' })
  @MaxLength(64)
  readonly board_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly account_id?: string | null;
}

/** What cannot be empty is left as it is by null. */
export const nullIsAbsent = ({ value }: TransformFnParams): unknown => value ?? undefined;

const blankIsNull = ({ value }: TransformFnParams): unknown => (value === '' ? null : value);

/** Any of a creation's fields but account and key; absent = unchanged, null and a blank text clear an optional one. */
@FieldsTogether(mediaConflicts)
export class EditPinDto extends PartialType(OmitType(CreatePinDto, ['account_id', 'idempotency_key', 'title', 'board_id'] as const)) {
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 100 })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsString()
  @TextLength(1, 100)
  readonly title?: string;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[0-9]+$' })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsString()
  @Matches(/^\d+$/, { message: 'board_id must be digits' })
  @MaxLength(64)
  readonly board_id?: string;
}

const optionalTexts = [
  ...(['description', 'link_url', 'image_url', 'asset_id', 'alt_text', 'board_section_id', 'dominant_color'] as const),
  ...(['cover_image_url', 'cover_image_asset_id'] as const),
];
for (const field of optionalTexts) Transform(blankIsNull)(EditPinDto.prototype, field);

export class DeletePinQuery {
  @ApiPropertyOptional({ default: false })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly delete_from_platform?: boolean;
}

export class DeletedPinDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty()
  readonly deleted: boolean;

  @ApiProperty({ description: 'Whether it is gone on the platform, too.' })
  readonly removed_from_platform: boolean;

  @ApiProperty({ type: String, nullable: true })
  readonly platform_pin_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it could not be removed from the platform.' })
  readonly reason: string | null;
}
