import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsEmail, IsString, Length, MaxLength } from 'class-validator';

/** A string without the blanks around it; anything else as it is. */
export const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** An e-mail address, at most 254 characters. */
export const EmailField = () =>
  applyDecorators(
    ApiProperty({ format: 'email', maxLength: 254, description: 'Compared lower-cased and trimmed.' }),
    Trimmed(),
    IsString(),
    MaxLength(254),
    IsEmail(),
  );

/** A password that is being chosen: 8 to 255 characters. */
export const NewPasswordField = () => applyDecorators(ApiProperty({ minLength: 8, maxLength: 255 }), IsString(), Length(8, 255));

/** A password that is only compared. */
export const PasswordField = () => applyDecorators(ApiProperty({ minLength: 1, maxLength: 255 }), IsString(), Length(1, 255));
