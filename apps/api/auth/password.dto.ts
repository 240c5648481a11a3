import { ApiProperty } from '@nestjs/swagger';
import { ownerOfLinkToken } from '@pps/identity';
import { Allow, ValidateIf } from 'class-validator';
import { EmailField, NewPasswordField, PasswordField } from './email-password.decorator';

export class ForgotPasswordDto {
  @EmailField()
  readonly email: string;
}

/** Of a link that cannot be one nothing else is worth telling. */
const OfALink = () => ValidateIf(({ token }: ResetPasswordDto) => isLinkToken(token));

export class ResetPasswordDto {
  @ApiProperty({ type: String, description: 'From the mailed link; works once.' })
  @Allow()
  readonly token?: unknown;

  @NewPasswordField()
  @OfALink()
  readonly password: string;
}

export class ChangePasswordDto {
  @PasswordField()
  readonly current_password: string;

  @NewPasswordField()
  readonly new_password: string;
}

export const isLinkToken = (token: unknown): token is string => typeof token === 'string' && ownerOfLinkToken(token) !== null;
