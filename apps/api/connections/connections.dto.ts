import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { booleanOf } from '../lists/boolean-of';
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
