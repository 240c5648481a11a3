import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { AuthResponseDto } from '../auth/auth-response.dto';
import { Public } from '../auth/route-access.decorator';
import { SessionBody } from '../auth/session-body';
import { presentedCode } from './presented-proof';
import { RedeemTicketDto } from './second-factor.dto';

@ApiTags('auth')
@Controller('v1/auth/login/second-factor')
@Public()
export class SignInTicketController {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOkResponse({ type: AuthResponseDto })
  async redeem(@Body() { ticket, ...code }: RedeemTicketDto, @Req() { ip, headers }: FastifyRequest) {
    const redeemed = new RedeemSignInTicket(ticket, presentedCode(code, ip), this.clock().toISOString(), requestOrigin());
    const user = await this.commands.execute(redeemed);
    return this.sessions.openDefault(user, 'both_factors', headers['user-agent']);
  }
}
