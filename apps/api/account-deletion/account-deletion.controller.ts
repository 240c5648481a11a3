import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  CancelAccountDeletion,
  originOfPrincipal,
  RequestAccountDeletion,
  type OwnerProof,
  type Principal,
  type SignInProof,
} from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { actionBody } from '../auth/action-body';
import { ActionResponseDto } from '../auth/auth-response.dto';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { SessionOnly } from '../auth/route-access.decorator';
import { presentedProof } from '../second-factor/presented-proof';
import { OwnerProofDto } from '../second-factor/second-factor.dto';
import { AccountDeletionDto } from './account-deletion.dto';

@ApiTags('auth')
@Controller('v1/auth/account/delete')
@SessionOnly()
export class AccountDeletionController {
  constructor(
    private readonly commands: Commands,
    @Inject(CONFIGURATION) private readonly settings: Pick<Configuration, 'ACCOUNT_DELETION_AFTER'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiAcceptedResponse({
    type: AccountDeletionDto,
    description:
      'Until then everything goes on. A repeat does not move that time. Who signs in with Google alone sends `{}` within ten minutes of a sign-in.',
  })
  async request(
    @Body() body: OwnerProofDto,
    @CurrentPrincipal() caller: Principal,
    @Req() { ip }: FastifyRequest,
  ): Promise<AccountDeletionDto> {
    const { ACCOUNT_DELETION_AFTER: afterMs } = this.settings;
    const origin = originOfPrincipal(caller, this.clock());
    const proof = proofOf(body, caller, ip);
    const { dueAt } = await this.commands.execute(new RequestAccountDeletion(caller.userId, proof, afterMs, origin));
    return { deletion_due_at: dueAt };
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto, description: 'Account and workspace stay.' })
  async cancel(@CurrentPrincipal() caller: Principal): Promise<ActionResponseDto> {
    await this.commands.execute(new CancelAccountDeletion(caller.userId, originOfPrincipal(caller, this.clock())));
    return actionBody('The account stays');
  }
}

/** Without a word about who it is, the sign-in has to do. */
function proofOf(body: OwnerProofDto, { authTime = 0 }: Principal, address: string): OwnerProof | SignInProof {
  const isEmpty = Object.values(body).every((field) => field === null || field === undefined);
  return isEmpty ? { kind: 'sign_in', at: authTime * 1_000 } : presentedProof(body, address);
}
