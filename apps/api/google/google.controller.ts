import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RedeemHandoff, requestOrigin } from '@pps/identity';
import { features } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { Public } from '../auth/route-access.decorator';
import { returningBrowser } from '../browsers/browser-mark';
import { CarriesSession } from '../auth/session-carrier.decorator';
import { SessionBody } from '../auth/session-body';
import { CompletedSignInDto, CompleteSignInDto, GoogleStatusDto } from './google.dto';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';

@ApiTags('auth')
@Controller('v1/auth/google')
@Public()
export class GoogleController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
  ) {}

  @Get('status')
  @ApiOkResponse({ type: GoogleStatusDto })
  status() {
    return { enabled: features(this.app.configuration).google.state === 'enabled' };
  }

  @Post('complete')
  @RateLimited('link_uses')
  @CarriesSession()
  @HttpCode(200)
  @ApiOkResponse({ type: CompletedSignInDto })
  async complete(@Body() { token }: CompleteSignInDto, @Req() { headers }: FastifyRequest) {
    const from = returningBrowser(headers, this.app.configuration.PUBLIC_URL);
    const signedIn = await this.commands.execute(new RedeemHandoff(token, from, this.app.clock().toISOString(), requestOrigin()));
    return { ...(await this.sessions.openDefault(signedIn, 'token', headers['user-agent'])), is_new_user: signedIn.isNewUser };
  }
}
