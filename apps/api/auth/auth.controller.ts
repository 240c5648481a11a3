import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { firstSessionGeneration, LogIn, type Principal, RegisterUser, requestOrigin } from '@pps/identity';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { LoginDto, RegisterDto } from './auth.dto';
import { AuthResponseDto, MeDto } from './auth-response.dto';
import { CurrentPrincipal } from './principal.decorator';
import { Public, SessionOnly } from './route-access.decorator';
import { CarriesSession } from './session-carrier.decorator';
import { SessionBody } from './session-body';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';

@ApiTags('auth')
@Controller('v1/auth')
export class AuthController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
  ) {}

  @Post('register')
  @RateLimited('registrations')
  @Public()
  @CarriesSession()
  @ApiCreatedResponse({ type: AuthResponseDto })
  async register(@Body() body: RegisterDto, @Req() request: FastifyRequest) {
    const { full_name, email, password, workspace_name, timezone } = body;
    const registration = {
      fullName: full_name,
      email,
      password,
      workspaceName: workspace_name ?? null,
      timezone: timezone ?? null,
      at: this.app.clock().toISOString(),
    };
    const { userId, projectId } = await this.commands.execute(new RegisterUser(registration, requestOrigin(), request.ip));
    return this.sessions.open({ userId, sessionGeneration: firstSessionGeneration }, projectId, 'password', request.headers['user-agent']);
  }

  @Post('login')
  @Public()
  @CarriesSession()
  @HttpCode(200)
  @ApiOkResponse({ type: AuthResponseDto })
  async login(@Body() { email, password }: LoginDto, @Req() request: FastifyRequest) {
    const user = await this.commands.execute(new LogIn(email, password, request.ip));
    return this.sessions.openDefault(user, 'password', request.headers['user-agent']);
  }

  @Get('me')
  @SessionOnly()
  @ApiOkResponse({ type: MeDto })
  me(@CurrentPrincipal() principal: Principal) {
    return this.sessions.sessionBody(principal);
  }
}
