import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { ContentRequest } from '@pps/pins/events';
import { FieldsTogether } from '../http/check-input';
import { TextLength } from '../http/field-rules.decorator';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { DeclaredAfter, requestContent } from './content.decorator';
import { mediaErrors } from './media-errors';

/** Fields and items that a body of pins may hold for each: a full one has a hundred terms beside its fields, and is an item itself. */
export const mostFieldsOfPin = 201;

@FieldsTogether(mediaErrors)
export class CreatePinDto extends (Object as unknown as Type<ContentRequest>) {
  @ApiProperty({ format: 'uuid', description: 'The connected account to publish with.' })
  @IsUUID('loose')
  readonly account_id: string;

  @ApiProperty({ pattern: '^[0-9]+$' })
  @IsString()
  @Matches(/^\d+$/, { message: 'board_id must be digits' })
  @MaxLength(64)
  readonly board_id: string;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description: 'Also as the header Idempotency-Key.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  @DeclaredAfter(requestContent)
  readonly idempotency_key?: string | null;
}
