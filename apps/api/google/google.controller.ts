import { Body, Controller, Get, Headers, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CompleteGoogleSignIn, RedeemHandoff, StartGoogleSignIn } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, features, type Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { requestOrigin } from '../auth/origin';
import { Public } from '../auth/route-access.decorator';
import { SessionBody } from '../auth/session-body';
import { wantsJson } from '../connections/callback-answer';
import { CompletedSignInDto, CompleteSignInDto, GoogleCallbackQuery, GoogleLoginQuery, GoogleStatusDto } from './google.dto';
import { notSignedInPage, signedInPage } from './sign-in-pages';

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

  @Get('login')
  @ApiFoundResponse({ description: "To the identity provider's consent page." })
  async login(@Query() { next, connector }: GoogleLoginQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const command = new StartGoogleSignIn(next ?? '/app', connector ?? null, this.clock());
    const { authorizationUrl } = await this.commands.execute(command);
    redirect(reply, authorizationUrl);
  }

  @Get('callback')
  @ApiFoundResponse({ description: 'To the web app, or to the connector that asked, with a token that works once.' })
  async callback(
    @Query() { code, state, error }: GoogleCallbackQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    try {
      const given = error || !code ? null : code;
      const command = new CompleteGoogleSignIn(state ?? '', given, this.clock().toISOString(), requestOrigin());
      redirect(reply, signedInPage(this.configuration, await this.commands.execute(command)));
    } catch (failure) {
      const page = wantsJson(accept) ? null : notSignedInPage(this.configuration, failure);
      if (page === null) throw failure;
      redirect(reply, page);
    }
  }

  @Post('complete')
  @HttpCode(200)
  @ApiOkResponse({ type: CompletedSignInDto })
  async complete(@Body() { token }: CompleteSignInDto) {
    const { userId, isNewUser } = await this.commands.execute(new RedeemHandoff(token, this.clock().toISOString(), requestOrigin()));
    return { ...(await this.sessions.openDefault(userId)), is_new_user: isNewUser };
  }
}

function redirect(reply: FastifyReply, location: string): void {
  void reply.status(302).header('location', location);
}
