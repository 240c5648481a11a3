import { ApiProperty, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { EndSession, originOfPrincipal, ProveAgain, type Identity, type Principal, isSessionValid } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { CurrentPrincipal, type AuthenticatedRequest } from './principal.decorator';
import { SessionOnly } from './route-access.decorator';
import { CarriesSession, dropSessionCookie } from './session-carrier.decorator';
import { SessionBody } from './session-body';
import { IDENTITY } from './identity';
import { presentedFactors } from '../second-factor/presented-proof';
import { ReauthenticateDto } from '../second-factor/second-factor.dto';
import { APP, type App } from '../../foundation/bind-app';
import { userStream } from '@pps/identity/events';
import { listSessions } from '@projections/sessions/sessions.query';

class SessionDto {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', description: 'When the person signed in.' })
  readonly created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'At most a minute old.' })
  readonly last_used_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the client said it is.' })
  readonly user_agent: string | null;

  @ApiProperty({ description: 'Whether it is the session of this call.' })
  readonly current: boolean;
}

class AccessTokenDto {
  @ApiProperty({ description: 'Empty where a cookie carries the session.' })
  readonly access_token: string;

  @ApiProperty({ enum: ['bearer'] })
  readonly token_type: string;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 43200 })
  readonly expires_in: number;
}

@ApiTags('auth')
@Controller('v1/auth')
@SessionOnly()
export class SessionsController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    @Inject(IDENTITY) private readonly identity: Identity,
  ) {}

  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended, for every process at once.' })
  async logOut(
    @CurrentPrincipal() caller: Principal,
    @Req() request: FastifyRequest & AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.end(caller.sessionId ?? '', caller);
    dropSessionCookie(request, reply, this.app.configuration);
  }

  @Get('sessions')
  @ApiOkResponse({ type: [SessionDto], description: 'The newest 500 that have not ended, newest first.' })
  all(@CurrentPrincipal() caller: Principal): Promise<SessionDto[]> {
    return presentSessions(this.app, this.identity, caller);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session has ended, for every process at once.' })
  async end(@UuidParam('id') sessionId: string, @CurrentPrincipal() caller: Principal): Promise<void> {
    await this.commands.execute(new EndSession(sessionId, caller.userId, originOfPrincipal(caller, this.app.clock())));
  }

  @Post('reauthenticate')
  @CarriesSession()
  @HttpCode(200)
  @ApiOkResponse({ type: AccessTokenDto, description: 'A token of the same session that counts as a fresh sign-in.' })
  async reauthenticate(@Body() body: ReauthenticateDto, @CurrentPrincipal() caller: Principal, @Req() { ip }: FastifyRequest) {
    const origin = originOfPrincipal(caller, this.app.clock());
    await this.commands.execute(new ProveAgain(caller.userId, presentedFactors(body, ip), origin));
    return this.sessions.renew(caller);
  }
}

/** The sessions of a person that have not ended. */
async function presentSessions(
  app: Pick<App, 'freshness' | 'live' | 'db' | 'clock' | 'vault'>,
  { sessionUses }: Pick<Identity, 'sessionUses'>,
  caller: Principal,
): Promise<SessionDto[]> {
  await app.freshness.wait('sessions', caller);
  const { state: user } = await app.live.get(userStream, caller.userId, caller.asOf);
  const rows = (await listSessions(app.db, caller.userId, app.clock())).filter(
    ({ session_id: sid, generation: gen }) => user.kind === 'registered' && isSessionValid(user, { sid, gen }),
  );
  const [uses, userAgents] = await Promise.all([
    sessionUses.findLastUses(rows.map((row) => row.session_id)),
    app.vault.getMany<string>(rows.flatMap((row) => row.user_agent_ref ?? [])),
  ]);
  return rows.map((row) => ({
    id: row.session_id,
    created_at: row.started_at.toISOString(),
    last_used_at: uses.get(row.session_id)?.toISOString() ?? null,
    user_agent: userAgents.get(row.user_agent_ref ?? '') ?? null,
    current: row.session_id === caller.sessionId,
  }));
}
