import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isCommonPassword } from '@pps/identity';
import { TextLength } from '../http/field-rules.decorator';
import { IsEmail, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';

/** A string without the blanks around it; anything else as it is. */
export const Trimmed = () => Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Text that is an e-mail address which every mail server reads in the same way. */
export const PlainEmail = () =>
  applyDecorators(
    IsString(),
    IsEmail(),
    // Quoted local parts, blanks and control characters: allowed by the standard, taken by no mail server that we know, and read in several ways.
    Matches(/^[^"\s\p{C}]*$/u, { message: '$property must be an email' }),
  );

/** An e-mail address, at most 254 characters. */
export const EmailField = () =>
  applyDecorators(
    ApiProperty({ format: 'email', maxLength: 254, description: 'Compared lower-cased and trimmed.' }),
    Trimmed(),
    MaxLength(254),
    PlainEmail(),
  );

const NotCommon = () =>
  ValidateBy({
    name: 'notCommon',
    validator: {
      validate: (value) => typeof value !== 'string' || !isCommonPassword(value),
      defaultMessage: () => '$property must not be one of the most used passwords, or blank',
    },
  });

/** A password that is being chosen: 8 to 255 characters, and none that anybody would try first. */
export const NewPasswordField = () =>
  applyDecorators(
    ApiProperty({ minLength: 8, maxLength: 255, description: 'None of the most used passwords.' }),
    IsString(),
    TextLength(8, 255),
    NotCommon(),
  );

/** A password that is only compared. */
export const PasswordField = () => applyDecorators(ApiProperty({ minLength: 1, maxLength: 255 }), IsString(), TextLength(1, 255));
