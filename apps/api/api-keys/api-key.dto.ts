import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { allScopes, publishingModes, type PublishingMode, type Scope } from '@pps/identity';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { AccountListField } from '../connections/account-list.decorator';
import { IsMoment, TextLength } from '../http/field-rules.decorator';

export class CreateApiKeyDto {
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @TextLength(1, 255)
  readonly name: string;

  @ApiPropertyOptional({ enum: allScopes, isArray: true, nullable: true, description: 'All when absent.' })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(allScopes, { each: true })
  readonly scopes?: Scope[] | null;

  @AccountListField('Accounts the key may name; every one when absent.')
  readonly platform_account_ids?: string[] | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the key stops working, with its offset from UTC: in the future, within five years. Absent: it works until it is revoked, or as long as the key that makes it.',
  })
  @IsOptional()
  @IsMoment()
  readonly expires_at?: string | null;
}

export class UpdateApiKeyDto extends PartialType(OmitType(CreateApiKeyDto, ['expires_at'])) {
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description: 'null leaves it.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  declare readonly name?: string;

  @ApiPropertyOptional({
    enum: publishingModes,
    nullable: true,
    description: "Of a program's grant: a stricter one than now; a looser one is agreed to at `/app/grant`. null leaves it.",
  })
  @IsOptional()
  @IsIn(publishingModes)
  readonly publishing_mode?: PublishingMode | null;
}

class KnownApiKeyDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly workspace_id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ example: 'pps_live_a1B2' })
  readonly key_prefix: string;

  @ApiProperty({ enum: allScopes, isArray: true })
  readonly scopes: string[];

  @ApiProperty({ type: [String], format: 'uuid', nullable: true })
  readonly platform_account_ids: string[] | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The key that made it, whose grants, as they are now, bound its own; null: a person made it.',
  })
  readonly made_by: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From then on it is refused, with what it made; null: it has no end of its own.',
  })
  readonly expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'How it was made: device, for a terminal that signed in with a code; oauth, the grant of a program, which has tokens instead of a key; null: by a request for a key.',
  })
  readonly source: 'device' | 'oauth' | null;

  @ApiProperty({ type: String, nullable: true, description: 'The program that it was made for; null: whichever has it.' })
  readonly client_name: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'What that program needs to publish: propose, your yes to each pin; confirm, the yes that it gets from you itself; direct, nothing; null: it is no grant.',
  })
  readonly publishing_mode: PublishingMode | null;

  @ApiProperty({ type: String, format: 'email', nullable: true, description: 'Who agreed to that program; null where source is null.' })
  readonly authorized_by_email: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;
}

export class ApiKeyRecordDto extends KnownApiKeyDto {
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly last_used_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly revoked_at: string | null;
}

export class CreatedApiKeyDto extends KnownApiKeyDto {
  @ApiProperty({ description: 'The key; shown this once.' })
  readonly api_key: string;
}
