import { ApiProperty } from '@nestjs/swagger';
import { ownerOfLinkToken } from '@pps/identity';
import { Allow, ValidateIf } from 'class-validator';
import { EmailField, NewPasswordField, PasswordField } from './email-password.decorator';

export class ForgotPasswordDto {
  @EmailField()
  readonly email: string;
}

/** A body without a well-formed link token is refused for that alone: its other fields are not validated. */
const OnlyWithLinkToken = () => ValidateIf(({ token }: ResetPasswordDto) => isLinkToken(token));

export class ResetPasswordDto {
  @ApiProperty({ type: String, description: 'From the mailed link; works once.' })
  @Allow()
  readonly token?: unknown;

  @NewPasswordField()
  @OnlyWithLinkToken()
  readonly password: string;
}

export class ChangePasswordDto {
  @PasswordField()
  readonly current_password: string;

  @NewPasswordField()
  readonly new_password: string;
}

export const isLinkToken = (token: unknown): token is string => typeof token === 'string' && ownerOfLinkToken(token) !== null;
