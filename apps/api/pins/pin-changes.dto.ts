import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import type { ContentRequest } from '@pps/pins/events';
import { FieldsTogether } from '../http/check-input';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { booleanOf } from '../lists/page-range.decorator';
import { changeContent, DeclaredAfter, nullIsAbsent, requiredContent } from './content.decorator';
import { CreatePinDto, mediaConflicts } from './create-pin.dto';

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

const notPartial = ['account_id', 'idempotency_key', 'board_id', ...requiredContent] as const;

class OtherFields extends PartialType(OmitType(CreatePinDto, notPartial)) {}
type ContentChange = Partial<Pick<ContentRequest, (typeof requiredContent)[number]>>;

/** Any of a creation's fields but account and key; absent = unchanged, null and a blank text clear an optional one. */
@FieldsTogether(mediaConflicts)
export class EditPinDto extends (OtherFields as Type<OtherFields & ContentChange>) {
  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[0-9]+$' })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsString()
  @Matches(/^\d+$/, { message: 'board_id must be digits' })
  @MaxLength(64)
  @DeclaredAfter(changeContent)
  readonly board_id?: string;
}

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
