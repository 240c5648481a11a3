import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { booleanOf } from '../lists/page-range.decorator';
import { IsBoolean, IsOptional, IsString, IsUUID, Length, MaxLength } from 'class-validator';

/** Ids compare in lower case. */
export const lowerCase = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

export class OAuthStartQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'The account to reconnect; it does not count toward the plan’s limit.' })
  @IsOptional()
  @Transform(lowerCase)
  @IsUUID('loose')
  readonly account_id?: string;
}

export class OAuthCallbackQuery {
  @ApiPropertyOptional({ description: 'The authorization code.' })
  @IsOptional()
  @IsString()
  @Length(1, 2048)
  readonly code?: string;

  @ApiProperty({ description: 'The state that oauth/start gave.' })
  @IsString()
  @Length(1, 512)
  readonly state: string;

  @ApiPropertyOptional({ description: 'Set when access was refused.' })
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  readonly error?: string;
}

export class AccountsQuery {
  @ApiPropertyOptional({ default: false })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly include_revoked?: boolean;
}

export class BoardsQuery {
  @ApiProperty({ format: 'uuid' })
  @Transform(lowerCase)
  @IsUUID('loose')
  readonly account_id: string;
}

export class BoardUpdateQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Needed here or in the body.' })
  @IsOptional()
  @Transform(lowerCase)
  @IsUUID('loose')
  readonly account_id?: string;
}

export class BoardPath {
  @ApiProperty()
  @IsString()
  @Length(1, 64)
  readonly board_id: string;
}

export class BoardAccessQuery extends BoardsQuery {
  @ApiPropertyOptional({ default: false, description: 'Ask the platform again instead of using the cached verdict.' })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly fresh?: boolean;
}

const moment = { type: String, format: 'date-time' } as const;
const maybe = { type: String, nullable: true } as const;

export class StartedConnectionDto {
  @ApiProperty({ format: 'uri', description: 'The consent page of the platform, for a user who knows what is about to be connected.' })
  readonly authorization_url: string;
  @ApiProperty({
    format: 'uri',
    description:
      'A page that says which workspace is about to be connected and by whom, and leads on. Only the browser that opened it can end it.',
  })
  readonly connect_url: string;
  @ApiProperty({ description: 'Comes back with the user; works once.' }) readonly state: string;
  @ApiProperty({ ...moment, description: 'Until then the state works.' }) readonly expires_at: string;
}

export class ConnectedAccountDto {
  @ApiProperty({ enum: ['connected'] }) readonly status: string;
  @ApiProperty() readonly message: string;
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
}

export class AccountDto {
  @ApiProperty({ format: 'uuid' }) readonly id: string;
  @ApiProperty({ format: 'uuid' }) readonly workspace_id: string;
  @ApiProperty() readonly platform_user_id: string;
  @ApiProperty(maybe) readonly display_name: string | null;
  @ApiProperty(maybe) readonly username: string | null;
  @ApiProperty({ description: 'Separated by commas.' }) readonly scopes: string;
  @ApiProperty(moment) readonly created_at: string;
  @ApiProperty(moment) readonly updated_at: string;
  @ApiProperty({ ...moment, nullable: true }) readonly revoked_at: string | null;
  @ApiProperty({ enum: ['healthy', 'reconnect_required', 'revoked'] }) readonly health_status: string;
  @ApiProperty(maybe) readonly health_message: string | null;
  @ApiProperty({ ...moment, nullable: true }) readonly health_checked_at: string | null;
  @ApiProperty({ type: [String], description: 'Asked for and not granted.' }) readonly missing_scopes: string[];
  @ApiProperty() readonly reconnect_required: boolean;
  @ApiProperty({ ...moment, nullable: true }) readonly token_expires_at: string | null;
}

export class BoardDto {
  @ApiProperty({ description: 'Digits; does not fit a number.' }) readonly id: string;
  @ApiProperty() readonly name: string;
  @ApiProperty(maybe) readonly description: string | null;
  @ApiProperty({ enum: ['PUBLIC', 'PROTECTED', 'SECRET'] }) readonly privacy: string;
  @ApiProperty({ type: 'integer', nullable: true }) readonly pin_count: number | null;
  @ApiProperty({ ...maybe, description: 'User name at the platform.' }) readonly owner: string | null;
}

class AccountHealthDto {
  @ApiProperty({ enum: ['healthy', 'reconnect_required', 'revoked'] }) readonly status: string;
  @ApiProperty(maybe) readonly message: string | null;
  @ApiProperty({ ...moment, nullable: true }) readonly checked_at: string | null;
}

export class BoardAccessDto {
  @ApiProperty({ format: 'uuid' }) readonly account_id: string;
  @ApiProperty() readonly board_id: string;
  @ApiProperty({ description: 'Also true when the platform could not be asked.' }) readonly publishable: boolean;
  @ApiProperty({ enum: ['ok', 'failed', 'skipped'] }) readonly status: string;
  @ApiProperty({ ...maybe, description: 'Stable; why it failed or was skipped.' }) readonly code: string | null;
  @ApiProperty() readonly message: string;
  @ApiProperty(maybe) readonly remediation: string | null;
  @ApiProperty(moment) readonly checked_at: string;
  @ApiProperty({ enum: ['cache', 'platform', 'local'] }) readonly source: string;
  @ApiProperty({ type: BoardDto, nullable: true }) readonly board: BoardDto | null;
  @ApiProperty({ type: AccountHealthDto, description: 'Of the account, as far as it is known.' }) readonly account_health: AccountHealthDto;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Of a skipped one.' }) readonly retry_after_seconds: number | null;
}
