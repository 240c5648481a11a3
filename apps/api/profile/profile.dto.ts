import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { isAbsoluteUrl } from '@pps/kernel';
import { IsOptional, IsString, MaxLength, ValidateBy, ValidateIf } from 'class-validator';
import { TextLength } from '../http/field-rules.decorator';
import { PlainEmail, Trimmed } from '../auth/email-password.decorator';

const OptionalText = (longest: number) =>
  applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength: longest }),
    IsOptional(),
    IsString(),
    TextLength(0, longest),
  );

/** A name of a site without a scheme will do; one with http or https is a URL. */
const IsSite = () =>
  ValidateBy({
    name: 'isUrl',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && (!/^https?:/i.test(value) || isAbsoluteUrl(value)),
      defaultMessage: () => 'company_website must have a host after http:// or https://',
    },
  });

/** What may be changed, and is answered. */
const invoiceFields = {
  full_name: true,
  company_name: true,
  company_website: true,
  billing_email: true,
  billing_phone: true,
  tax_id: true,
  address_line1: true,
  address_line2: true,
  address_city: true,
  address_state: true,
  address_postal_code: true,
  address_country: true,
} satisfies Readonly<Record<keyof InvoiceDto, true>>;

class InvoiceDto {
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 255 })
  @IsOptional()
  @IsString()
  @TextLength(1, 255)
  readonly full_name?: string | null;

  @OptionalText(255)
  readonly company_name?: string | null;

  @OptionalText(255)
  @IsSite()
  readonly company_website?: string | null;

  @ApiPropertyOptional({ type: String, format: 'email', nullable: true, maxLength: 255 })
  @Trimmed()
  @IsOptional()
  @MaxLength(255)
  @PlainEmail()
  readonly billing_email?: string | null;

  @OptionalText(50)
  readonly billing_phone?: string | null;

  @OptionalText(100)
  readonly tax_id?: string | null;

  @OptionalText(255)
  readonly address_line1?: string | null;

  @OptionalText(255)
  readonly address_line2?: string | null;

  @OptionalText(120)
  readonly address_city?: string | null;

  @OptionalText(120)
  readonly address_state?: string | null;

  @OptionalText(40)
  readonly address_postal_code?: string | null;

  @OptionalText(10)
  readonly address_country?: string | null;
}

export class ChangeProfileDto extends InvoiceDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: 255 })
  @ValidateIf((_, value: unknown) => value !== undefined)
  @IsString()
  @TextLength(1, 255)
  readonly workspace_name?: string;
}

export class ProfileDto extends OmitType(InvoiceDto, []) {
  @ApiProperty()
  readonly workspace_name: string;

  @ApiProperty({ format: 'email' })
  readonly email: string;

  @ApiProperty({ type: String, format: 'email', nullable: true })
  readonly pending_email_change_to: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly pending_email_change_requested_at: string | null;
}

// What may be left out of a change is in every answer, null where there is none.
for (const field of Object.keys(invoiceFields)) ApiProperty({ type: String, nullable: true, required: true })(ProfileDto.prototype, field);
