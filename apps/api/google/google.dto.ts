import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';
import { CarrierField } from '../auth/session-carrier.decorator';
import { AuthResponseDto } from '../auth/auth-response.dto';

/** A path of our own web app: nothing a browser would read as another site. */
export const isPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(value) && !value.includes('\\');

const IsPath = () => ValidateBy({ name: 'isPath', validator: { validate: isPath, defaultMessage: () => 'next must be a path' } });

export class GoogleStatusDto {
  @ApiProperty()
  readonly enabled: boolean;
}

export class GoogleLoginQuery {
  @ApiPropertyOptional({ type: String, default: '/app', maxLength: 1_000, description: 'Path of the web app to go on to.' })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  @IsPath()
  readonly next?: string | null;

  @ApiPropertyOptional({ type: String, maxLength: 255, description: 'Id of a pending connector authorization, signed by the connector.' })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  readonly connector?: string | null;
}

export class GoogleCallbackQuery {
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsString()
  @MaxLength(4_096)
  readonly code?: string | null;

  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsString()
  @MaxLength(4_096)
  readonly state?: string | null;

  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  readonly error?: string | null;
}

export class CompleteSignInDto {
  @ApiProperty({ minLength: 20, maxLength: 512, description: 'From the address the browser was sent to; works once, for two minutes.' })
  @IsString()
  @Length(20, 512)
  readonly token: string;

  @CarrierField()
  readonly carrier?: string;
}

export class CompletedSignInDto extends AuthResponseDto {
  @ApiProperty({ description: 'Whether this sign-in made the account.' })
  readonly is_new_user: boolean;
}
