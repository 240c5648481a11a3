import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, IsUUID, Length, MaxLength } from 'class-validator';

const lowerCase = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
const booleanOf = ({ value }: TransformFnParams): unknown =>
  value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;

export class OAuthStartQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'The account to reconnect; it does not count toward the plan’s limit.' })
  @IsOptional()
  @Transform(lowerCase)
  @IsUUID()
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
  @IsUUID()
  readonly account_id: string;
}

export class BoardAccessPath {
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

export class BoardCreateDto {
  @ApiProperty({ format: 'uuid' })
  @Transform(lowerCase)
  @IsUUID()
  readonly account_id: string;

  @ApiProperty({ minLength: 1, maxLength: 180 })
  @IsString()
  @Length(1, 180)
  readonly name: string;

  @ApiPropertyOptional({ maxLength: 500, nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  readonly description?: string | null;

  @ApiPropertyOptional({ enum: ['PUBLIC', 'SECRET'] })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly visibility?: 'PUBLIC' | 'SECRET' | null;

  @ApiPropertyOptional({ enum: ['PUBLIC', 'SECRET'], description: 'The same as visibility.' })
  @IsOptional()
  @IsIn(['PUBLIC', 'SECRET'])
  readonly privacy?: 'PUBLIC' | 'SECRET' | null;
}
