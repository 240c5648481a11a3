import { ApiProperty } from '@nestjs/swagger';
import { EmailField } from './email-password.decorator';

export class ChangeEmailDto {
  @EmailField()
  readonly new_email: string;
}

export class PendingEmailDto {
  @ApiProperty()
  readonly message: string;

  @ApiProperty({ format: 'email' })
  readonly pending_email: string;

  @ApiProperty({ format: 'date-time' })
  readonly requested_at: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'When to ask again, if nothing was sent.' })
  readonly retry_after_seconds: number | null;
}

export class ChangedEmailDto {
  @ApiProperty()
  readonly message: string;

  @ApiProperty({ format: 'email' })
  readonly new_email: string;

  @ApiProperty()
  readonly requires_reauthentication: boolean;
}
