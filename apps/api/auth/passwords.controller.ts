import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  RequestPasswordReset,
  ChangePassword,
  type Identity,
  invalidResetToken,
  originOfPrincipal,
  type Principal,
  requestOrigin,
} from '@pps/identity';
import { resetForgottenPassword } from '@pps/use-cases';
import { OptionalBody } from '../http/request-parts.decorator';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { Commands } from '../commands/commands';
import { actionBody, ActionResponseDto } from './auth-response.dto';
import { IDENTITY } from './identity';
import { ChangePasswordDto, ForgotPasswordDto, isLinkToken, ResetPasswordDto } from './password.dto';
import { CurrentPrincipal } from './principal.decorator';
import { BeyondPrograms, BeyondSandbox, Public, RequireScope, WholeProject } from './route-access.decorator';
import { RateLimited } from '../limits/rate-limit.guard';

@ApiTags('auth')
@Controller('v1/auth')
export class PasswordsController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
    @Inject(IDENTITY) private readonly identity: Identity,
  ) {}

  @Post('forgot-password')
  @RateLimited('mails')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto, description: 'The same for every address, known or not.' })
  async forgot(@Body() { email }: ForgotPasswordDto) {
    await this.commands.execute(new RequestPasswordReset(email));
    return actionBody('If the address has an account, a link to choose a new password was sent to it');
  }

  @Post('reset-password')
  @RateLimited('link_uses')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto, description: 'The password is set, the link used up, and every session ended.' })
  async reset(@OptionalBody() { token, password }: ResetPasswordDto) {
    if (!isLinkToken(token)) throw invalidResetToken();
    const chosen = { token, password, at: this.app.clock().toISOString(), requestOrigin: requestOrigin() };
    await resetForgottenPassword({ ...this.app, ...this.identity }, chosen);
    return actionBody('The password was reset');
  }

  @Post('change-password')
  @BeyondPrograms()
  @WholeProject()
  @BeyondSandbox()
  @RequireScope('write')
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto, description: 'The password is set, and every session but this one ended.' })
  async change(@Body() body: ChangePasswordDto, @CurrentPrincipal() caller: Principal, @Req() request: FastifyRequest) {
    const change = { currentPassword: body.current_password, newPassword: body.new_password, address: request.ip };
    await this.commands.execute(new ChangePassword(change, caller, originOfPrincipal(caller, this.app.clock())));
    return actionBody('The password was changed');
  }
}
