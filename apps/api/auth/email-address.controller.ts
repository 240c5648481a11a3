import { ApiProperty, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EmailField } from './email-password.decorator';
import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import {
  ConfirmEmailChange,
  originOfPrincipal,
  type Principal,
  RequestEmailChange,
  requestOrigin,
  RequestVerification,
  VerifyEmail,
} from '@pps/identity';
import { NotByHead } from '../http/request-parts.decorator';
import { Commands } from '../commands/commands';
import { LinkTokenDto } from './auth.dto';
import { actionBody, ActionResponseDto } from './auth-response.dto';
import { CurrentPrincipal } from './principal.decorator';
import { BeyondPrograms, BeyondSandbox, Public, RequireRecentLogin, RequireScope, WholeProject } from './route-access.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';

class ChangeEmailDto {
  @EmailField()
  readonly new_email: string;
}

class PendingEmailDto {
  @ApiProperty()
  readonly message: string;

  @ApiProperty({ format: 'email' })
  readonly pending_email: string;

  @ApiProperty({ format: 'date-time' })
  readonly requested_at: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'When to ask again, if nothing was sent.' })
  readonly retry_after_seconds: number | null;
}

class ChangedEmailDto {
  @ApiProperty()
  readonly message: string;

  @ApiProperty({ format: 'email' })
  readonly new_email: string;

  @ApiProperty()
  readonly requires_reauthentication: boolean;
}

@ApiTags('auth')
@Controller('v1/auth/email')
export class EmailAddressController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
  ) {}

  @Post('verify/request')
  @BeyondPrograms()
  @WholeProject()
  @BeyondSandbox()
  @RateLimited('mails')
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto })
  async requestVerification(@CurrentPrincipal() caller: Principal) {
    const answer = await this.commands.execute(new RequestVerification(caller.userId, originOfPrincipal(caller, this.app.clock())));
    if (answer === 'sent') return actionBody('A verification link was sent');
    if (answer === 'already_verified') return actionBody('The e-mail address is verified already');
    return actionBody('A verification link was sent a moment ago', answer.retryAfterMs);
  }

  @Get('verify')
  @NotByHead()
  @RateLimited('link_uses')
  @Public()
  @ApiOkResponse({ type: ActionResponseDto, description: 'The address is verified; the link is used up.' })
  async verify(@Query() { token }: LinkTokenDto) {
    await this.commands.execute(new VerifyEmail(token, this.app.clock().toISOString(), requestOrigin()));
    return actionBody('E-mail address verified');
  }

  @Post('change/request')
  @BeyondPrograms()
  @WholeProject()
  @BeyondSandbox()
  @RequireRecentLogin()
  @RateLimited('mails')
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: PendingEmailDto, description: 'The old address is asked to approve.' })
  async requestChange(@Body() { new_email }: ChangeEmailDto, @CurrentPrincipal() caller: Principal) {
    const command = new RequestEmailChange(caller.userId, new_email, originOfPrincipal(caller, this.app.clock()));
    const { pendingEmail: pending_email, requestedAt: requested_at, retryAfterMs } = await this.commands.execute(command);
    const message =
      retryAfterMs === undefined ? 'An approval link was sent to the present address' : 'An approval link was sent a moment ago';
    return { ...actionBody(message, retryAfterMs), pending_email, requested_at };
  }

  @Get('change/confirm')
  @NotByHead()
  @RateLimited('link_uses')
  @Public()
  @ApiOkResponse({ type: ChangedEmailDto, description: 'The account has the new address; the link is used up.' })
  async confirmChange(@Query() { token }: LinkTokenDto) {
    const { newEmail } = await this.commands.execute(new ConfirmEmailChange(token, this.app.clock().toISOString(), requestOrigin()));
    return { message: 'E-mail address changed', new_email: newEmail, requires_reauthentication: false };
  }
}
