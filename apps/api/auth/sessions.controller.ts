import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EndSession, originOfPrincipal, ProveAgain, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from './principal.decorator';
import { SessionOnly } from './route-access.decorator';
import { SessionBody } from './session-body';
import { SessionList } from './session-list';
import { AccessTokenDto, SessionDto } from './session.dto';
import { presentedFactors } from '../second-factor/presented-proof';
import { ReauthenticateDto } from '../second-factor/second-factor.dto';

@ApiTags('auth')
@Controller('v1/auth')
@SessionOnly()
export class SessionsController {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly list: SessionList,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended, for every process at once.' })
  async logOut(@CurrentPrincipal() caller: Principal): Promise<void> {
    await this.end(caller.sessionId ?? '', caller);
  }

  @Get('sessions')
  @ApiOkResponse({ type: [SessionDto], description: 'The newest 500 that have not ended, newest first.' })
  all(@CurrentPrincipal() caller: Principal): Promise<SessionDto[]> {
    return this.list.of(caller);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended, for every process at once.' })
  async end(@UuidParam('id') sessionId: string, @CurrentPrincipal() caller: Principal): Promise<void> {
    await this.commands.execute(new EndSession(sessionId, caller.userId, originOfPrincipal(caller, this.clock())));
  }

  @Post('reauthenticate')
  @HttpCode(200)
  @ApiOkResponse({ type: AccessTokenDto, description: 'A token of the same session that counts as a fresh sign-in.' })
  async reauthenticate(@Body() body: ReauthenticateDto, @CurrentPrincipal() caller: Principal, @Req() { ip }: FastifyRequest) {
    const origin = originOfPrincipal(caller, this.clock());
    await this.commands.execute(new ProveAgain(caller.userId, presentedFactors(body, ip), origin));
    return this.sessions.renew(caller);
  }
}
