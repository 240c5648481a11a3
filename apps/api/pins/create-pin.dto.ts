import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Type } from '@nestjs/common';
import type { ContentRequest } from '@pps/pins/events';
import { FieldsTogether } from '../http/check-input';
import { TextLength } from '../http/field-rules.decorator';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { DeclaredAfter, requestContent } from './content.decorator';
import type { FieldError } from '@pps/kernel';

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

interface MediaFields {
  readonly image_url?: unknown;
  readonly asset_id?: unknown;
  readonly cover_image_url?: unknown;
  readonly cover_image_asset_id?: unknown;
}

/** What is wrong with the fields that say what a pin shows, taken together. */
export function mediaErrors(body: MediaFields, at: FieldError['loc']): FieldError[] {
  const isMissing = !isGiven(body.image_url) && !isGiven(body.asset_id);
  const missing = { loc: [...at, 'image_url'], msg: 'One of image_url and asset_id is required', type: 'missing' };
  return [...(isMissing ? [missing] : []), ...mediaConflicts(body, at)];
}

/** The same of a change, which leaves what it does not name. */
export function mediaConflicts(body: MediaFields, at: FieldError['loc']): FieldError[] {
  const errors: FieldError[] = [];
  if (isGiven(body.image_url) && isGiven(body.asset_id))
    errors.push({ loc: [...at, 'asset_id'], msg: 'Give image_url or asset_id, not both', type: 'mutually_exclusive' });
  const covers = [body.cover_image_url, body.cover_image_asset_id].filter(isGiven).length;
  const cover = [...at, isGiven(body.cover_image_url) ? 'cover_image_url' : 'cover_image_asset_id'];
  if (covers === 2) errors.push({ loc: cover, msg: 'Give one cover image, not two', type: 'mutually_exclusive' });
  if (covers > 0 && isGiven(body.image_url)) errors.push({ loc: cover, msg: 'Only a video has a cover image', type: 'not_applicable' });
  return errors;
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
