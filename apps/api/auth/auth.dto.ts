import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, IsTimeZone, Length, Matches, MaxLength, ValidateBy } from 'class-validator';

const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

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

  @ApiProperty({ format: 'email', description: 'Compared lower-cased and trimmed.' })
  @Trimmed()
  @IsString()
  @MaxLength(254)
  @IsEmail()
  readonly email: string;

  @ApiProperty({ minLength: 8, maxLength: 255 })
  @IsString()
  @Length(8, 255)
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
  @ApiProperty({ format: 'email' })
  @Trimmed()
  @IsString()
  @MaxLength(254)
  @IsEmail()
  readonly email: string;

  @ApiProperty({ minLength: 1, maxLength: 255 })
  @IsString()
  @Length(1, 255)
  readonly password: string;
}

export class LinkTokenDto {
  @ApiProperty({ minLength: 20, maxLength: 512, description: 'From the mailed link.' })
  @IsString()
  @Length(20, 512)
  readonly token: string;
}
