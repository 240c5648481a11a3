import type { FieldError } from '@pps/kernel';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { CarrierField } from '../auth/session-carrier.decorator';
import { FieldsTogether } from '../http/check-input';
import { IsOptional, IsString, Length, Matches } from 'class-validator';

/** The fault of a body that gives none of these fields, or more than one; empty where it gives exactly one. */
export function onlyOne(fields: Readonly<Record<string, unknown>>, at: FieldError['loc']): FieldError[] {
  const given = Object.keys(fields).filter((name) => (fields[name] ?? null) !== null);
  if (given.length === 1) return [];
  return [
    {
      loc: [...at, given[0] ?? 'code'],
      msg: `${given[0] ?? 'code'} must be there alone: exactly one of ${Object.keys(fields).join(', ')}`,
      type: 'one_of',
    },
  ];
}

const sixDigits = {
  type: String,
  pattern: '^[0-9 ]{6,9}$',
  example: '287082',
  description: 'Six digits that the authenticator app shows.',
} as const;

const IsCode = () =>
  applyDecorators(IsString(), Matches(/^[0-9 ]{6,9}$/, { message: '$property must be the six digits that the app shows' }));

const RecoveryCodeField = () =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, minLength: 24, maxLength: 64, description: 'In place of a code; works once.' }),
    IsOptional(),
    IsString(),
    Length(24, 64),
  );

const OptionalCodeField = () => applyDecorators(ApiPropertyOptional({ ...sixDigits, nullable: true }), IsCode(), IsOptional());

export class ConfirmSecondFactorDto {
  @ApiProperty(sixDigits)
  @IsCode()
  readonly code: string;
}

@FieldsTogether(({ code, recovery_code }: RedeemTicketDto, at) => onlyOne({ code, recovery_code }, at))
export class RedeemTicketDto {
  @ApiProperty({ minLength: 20, maxLength: 512, description: 'From the refusal `second_factor_required`; completes one sign-in.' })
  @IsString()
  @Length(20, 512)
  readonly ticket: string;

  @OptionalCodeField()
  readonly code?: string | null;

  @RecoveryCodeField()
  readonly recovery_code?: string | null;

  @CarrierField()
  readonly carrier?: string;
}

const OptionalPasswordField = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255, description }),
    IsOptional(),
    IsString(),
    Length(1, 255),
  );

export class OwnerProofDto {
  @OptionalPasswordField('The password that holds now; or else one of the codes.')
  readonly password?: string | null;

  @OptionalCodeField()
  readonly code?: string | null;

  @RecoveryCodeField()
  readonly recovery_code?: string | null;
}

export class ReauthenticateDto {
  @CarrierField()
  readonly carrier?: string;

  @OptionalPasswordField('Of whoever has one. Where a second factor is on, one of the codes belongs to it.')
  readonly password?: string | null;

  @OptionalCodeField()
  readonly code?: string | null;

  @RecoveryCodeField()
  readonly recovery_code?: string | null;
}

export class SecondFactorDto {
  @ApiProperty({ description: 'Whether signing in asks for a code.' })
  readonly enabled: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when.' })
  readonly enabled_at: string | null;

  @ApiProperty({ description: 'Whether a setup waits for its first code.' })
  readonly setup_pending: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10, description: 'How many recovery codes are left.' })
  readonly recovery_codes_left: number;
}

export class SecondFactorSetupDto {
  @ApiProperty({ description: 'For apps that take it by hand, base32; shown this once.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  readonly secret: string;

  @ApiProperty({ description: 'What authenticator apps read from a QR code.', example: 'otpauth://totp/…' })
  readonly otpauth_url: string;

  @ApiProperty({ description: 'The QR code, as SVG.', example: '<svg …>' })
  readonly qr_code_svg: string;

  @ApiProperty({ format: 'date-time', description: 'Until when a code can confirm it.' })
  readonly expires_at: string;
}

export class RecoveryCodesDto {
  @ApiProperty({
    type: [String],
    minItems: 10,
    maxItems: 10,
    description: 'Each works once in place of a code; shown this once.',
    example: Array.from({ length: 10 }, () => '7GK3QM-X2VTB9-4HNRWC-D8ZFPA'),
  })
  readonly recovery_codes: readonly string[];
}
