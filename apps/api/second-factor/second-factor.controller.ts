import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ConfirmSecondFactor,
  DisableSecondFactor,
  originOfPrincipal,
  ProveSecondFactorOwner,
  ReplaceRecoveryCodes,
  StartSecondFactorSetup,
  type Principal,
  RedeemSignInTicket,
  requestOrigin,
} from '@pps/identity';
import { activeSecondFactor, secondFactorStream, userStream } from '@pps/identity/events';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireRecentLogin, SessionOnly, Public } from '../auth/route-access.decorator';
import { textOf } from '../web/web-page';
import { presentedProof, presentedCode } from './presented-proof';
import { qrCode } from './qr-code';
import {
  ConfirmSecondFactorDto,
  OwnerProofDto,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorSetupDto,
  RedeemTicketDto,
} from './second-factor.dto';
import { APP, type App } from '../../foundation/bind-app';
import { AuthResponseDto } from '../auth/auth-response.dto';
import { CarriesSession } from '../auth/session-carrier.decorator';
import { SessionBody } from '../auth/session-body';

@ApiTags('auth')
@Controller('v1/auth/second-factor')
@SessionOnly()
export class SecondFactorController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'live' | 'clock'>,
    private readonly commands: Commands,
  ) {}

  @Get()
  @ApiOkResponse({ type: SecondFactorDto })
  async status(@CurrentPrincipal() { userId }: Principal): Promise<SecondFactorDto> {
    const [{ state: user }, { state }] = await Promise.all([
      this.app.live.get(userStream, userId),
      this.app.live.get(secondFactorStream, userId),
    ]);
    const active = user.kind === 'registered' ? activeSecondFactor(user, state) : null;
    const { setup } = state;
    return {
      enabled: active !== null,
      enabled_at: active?.enabledAt ?? null,
      setup_pending: setup !== null && setup.expiresAt > this.app.clock().toISOString(),
      recovery_codes_left: active?.recoveryCodeHashes.length ?? 0,
    };
  }

  @Post('setup')
  @RequireRecentLogin()
  @ApiCreatedResponse({ type: SecondFactorSetupDto, description: 'Nothing is asked for until a code confirms it.' })
  async begin(@CurrentPrincipal() caller: Principal): Promise<SecondFactorSetupDto> {
    const { secret, address, expiresAt } = await this.commands.execute(new StartSecondFactorSetup(caller.userId, this.originOf(caller)));
    return { secret, otpauth_url: address, qr_code_svg: textOf(qrCode(address, 'QR code')), expires_at: expiresAt };
  }

  @Post('confirm')
  @RequireRecentLogin()
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto, description: 'From now on every sign-in asks for a code.' })
  async confirm(@Body() { code }: ConfirmSecondFactorDto, @CurrentPrincipal() caller: Principal): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.commands.execute(new ConfirmSecondFactor(caller.userId, code, this.originOf(caller))) };
  }

  @Post('recovery-codes')
  @RequireRecentLogin()
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto, description: 'The former ones no longer work.' })
  async replaceCodes(@Body() body: OwnerProofDto, @CurrentPrincipal() caller: Principal, @Req() { ip }: FastifyRequest) {
    const origin = this.originOf(caller);
    await this.commands.execute(new ProveSecondFactorOwner(caller.userId, presentedProof(body, ip), origin));
    return { recovery_codes: await this.commands.execute(new ReplaceRecoveryCodes(caller.userId, origin)) };
  }

  @Post('disable')
  @RequireRecentLogin()
  @HttpCode(200)
  @ApiOkResponse({ type: SecondFactorDto, description: 'Signing in asks for no code any more.' })
  async disable(
    @Body() body: OwnerProofDto,
    @CurrentPrincipal() caller: Principal,
    @Req() { ip }: FastifyRequest,
  ): Promise<SecondFactorDto> {
    const origin = this.originOf(caller);
    await this.commands.execute(new ProveSecondFactorOwner(caller.userId, presentedProof(body, ip), origin));
    await this.commands.execute(new DisableSecondFactor(caller.userId, 'user', origin));
    return this.status(caller);
  }

  private readonly originOf = (caller: Principal) => originOfPrincipal(caller, this.app.clock());
}

@ApiTags('auth')
@Controller('v1/auth/login/second-factor')
@Public()
export class SignInTicketController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
  ) {}

  @Post()
  @CarriesSession()
  @HttpCode(200)
  @ApiOkResponse({ type: AuthResponseDto })
  async redeem(@Body() { ticket, ...code }: RedeemTicketDto, @Req() { ip, headers }: FastifyRequest) {
    const redeemed = new RedeemSignInTicket(ticket, presentedCode(code, ip), this.app.clock().toISOString(), requestOrigin());
    const user = await this.commands.execute(redeemed);
    return this.sessions.openDefault(user, 'both_factors', headers['user-agent']);
  }
}
