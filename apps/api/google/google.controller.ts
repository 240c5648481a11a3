import { Body, Controller, Get, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RedeemHandoff, requestOrigin } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, features, type Configuration } from '@pps/runtime';
import { Public } from '../auth/route-access.decorator';
import { SessionBody } from '../auth/session-body';
import { CompletedSignInDto, CompleteSignInDto, GoogleStatusDto } from './google.dto';
import { RateLimited } from '../limits/rate-limited.decorator';

@ApiTags('auth')
@Controller('v1/auth/google')
@Public()
export class GoogleController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: SessionBody,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('status')
  @ApiOkResponse({ type: GoogleStatusDto })
  status() {
    return { enabled: features(this.configuration).google.state === 'enabled' };
  }

  @Post('complete')
  @RateLimited('link_uses')
  @HttpCode(200)
  @ApiOkResponse({ type: CompletedSignInDto })
  async complete(@Body() { token }: CompleteSignInDto, @Headers('user-agent') userAgent: string | undefined) {
    const { userId, isNewUser } = await this.commands.execute(new RedeemHandoff(token, this.clock().toISOString(), requestOrigin()));
    return { ...(await this.sessions.openDefault(userId, userAgent)), is_new_user: isNewUser };
  }
}
