import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { FieldsTogether, IsWebAddress, TextLength } from '@pps/runtime';
import { mediaErrors } from './media-errors';

// A fact of the log holds 1 MiB; a comma-separated string alone could bring half a million of them.
const mostTerms = 100;
const longestTerm = 100;

/** Fields and items that a body of pins may hold for each: a full one has a hundred terms beside its fields, and is an item itself. */
export const mostFieldsOfPin = 201;

/** A comma-separated string is the same as an array of its parts. */
const commaSeparated = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((term) => term.trim())
        .filter((term) => term !== '')
    : value;

@FieldsTogether(mediaErrors)
export class CreatePinDto {
  @ApiProperty({ format: 'uuid', description: 'The connected account to publish with.' })
  @IsUUID('loose')
  readonly account_id: string;

  @ApiProperty({ pattern: '^[0-9]+$' })
  @IsString()
  @Matches(/^\d+$/, { message: 'board_id must be digits' })
  @MaxLength(64)
  readonly board_id: string;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  @IsString()
  @TextLength(1, 100)
  readonly title: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 800 })
  @IsOptional()
  @IsString()
  @TextLength(0, 800)
  readonly description?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'uri', maxLength: 2048 })
  @IsOptional()
  @IsString()
  @IsWebAddress()
  @MaxLength(2048)
  readonly link_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'uri',
    maxLength: 2048,
    description: 'Exactly one of image_url and asset_id.',
  })
  @IsOptional()
  @IsString()
  @IsWebAddress()
  @MaxLength(2048)
  readonly image_url?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly asset_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @IsString()
  @TextLength(0, 500)
  readonly alt_text?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, pattern: '^[0-9]+$' })
  @IsOptional()
  @IsString()
  @Matches(/^\d+$/, { message: 'board_section_id must be digits' })
  @MaxLength(64)
  readonly board_section_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '#6E7874' })
  @IsOptional()
  @IsString()
  @Matches(/^#?[0-9a-fA-F]{6}$/, { message: 'dominant_color must be 6 hex digits, in a spreadsheet with a # before them' })
  readonly dominant_color?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: longestTerm },
    nullable: true,
    maxItems: mostTerms,
    description: `An array, or one comma-separated string; at most ${mostTerms} terms of at most ${longestTerm} characters.`,
  })
  @IsOptional()
  @Transform(commaSeparated)
  @IsArray()
  @ArrayMaxSize(mostTerms)
  @IsString({ each: true })
  @MaxLength(longestTerm, { each: true })
  readonly related_terms?: string[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'uri', description: 'Cover of a video; at most one of the two.' })
  @IsOptional()
  @IsString()
  @IsWebAddress()
  @MaxLength(2048)
  readonly cover_image_url?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly cover_image_asset_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description: 'Also as the header Idempotency-Key.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  readonly idempotency_key?: string | null;
}
