import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Allow, IsOptional, IsString, IsTimeZone, Length, Matches, ValidateBy } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';
import { CarrierField } from './session-carrier.decorator';
import { EmailField, NewPasswordField, PasswordField } from './email-password.decorator';

const NotTheEmail = () =>
  ValidateBy({
    name: 'notTheEmail',
    validator: {
      validate: (value, args) => {
        const { email } = args?.object as { email?: unknown };
        return typeof value !== 'string' || typeof email !== 'string' || value.trim().toLowerCase() !== email.trim().toLowerCase();
      },
      defaultMessage: () => 'password must not be the e-mail address',
    },
  });

const blankAsNull = ({ value }: TransformFnParams): unknown => (typeof value === 'string' && value.trim() === '' ? null : value);

const anything = { oneOf: [{ type: 'string', nullable: true }, { type: 'object' }] };

// What carries the session, and what existing clients send along, which is taken and dropped.
class SignInExtras {
  @CarrierField()
  readonly carrier?: string;

  @ApiPropertyOptional({ ...anything, description: 'Taken and dropped.' })
  @Allow()
  readonly next_path?: unknown;

  @ApiPropertyOptional({ ...anything, description: 'Taken and dropped.' })
  @Allow()
  readonly marketing_attribution?: unknown;

  @ApiPropertyOptional({ ...anything, description: 'Taken and dropped.' })
  @Allow()
  readonly referral_code?: unknown;

  @ApiPropertyOptional({ ...anything, description: 'Taken and dropped.' })
  @Allow()
  readonly invite_token?: unknown;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'Europe/Vienna',
    description: 'IANA name, of the user who registers; blank is none, and then it is UTC.',
  })
  @Transform(blankAsNull)
  @IsOptional()
  @IsString()
  @Matches(/^[A-Za-z]/)
  @IsTimeZone()
  readonly timezone?: string | null;
}

export class RegisterDto extends SignInExtras {
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @TextLength(1, 255)
  readonly full_name: string;

  @EmailField()
  readonly email: string;

  @NewPasswordField()
  @NotTheEmail()
  readonly password: string;

  @ApiPropertyOptional({ type: 'string', maxLength: 255, nullable: true, description: 'Blank is none, and then it is made of full_name.' })
  @Transform(blankAsNull)
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  readonly workspace_name?: string | null;
}

export class LoginDto extends SignInExtras {
  @EmailField()
  readonly email: string;

  @PasswordField()
  readonly password: string;
}

export class LinkTokenDto {
  @ApiProperty({ minLength: 20, maxLength: 512, description: 'From the mailed link.' })
  @IsString()
  @Length(20, 512)
  readonly token: string;
}
