import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsTimeZone, Length, Matches, ValidateBy } from 'class-validator';
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

export class RegisterDto {
  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @Length(1, 255)
  readonly full_name: string;

  @EmailField()
  readonly email: string;

  @NewPasswordField()
  @NotTheEmail()
  readonly password: string;

  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 255, nullable: true })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  readonly workspace_name?: string | null;

  @ApiPropertyOptional({ type: 'string', nullable: true, example: 'Europe/Vienna', description: 'IANA name; UTC when absent.' })
  @IsOptional()
  @IsString()
  @Matches(/^[A-Za-z]/)
  @IsTimeZone()
  readonly timezone?: string | null;
}

export class LoginDto {
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
