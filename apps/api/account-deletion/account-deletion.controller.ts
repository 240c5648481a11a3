import { ApiProperty, ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  CancelAccountDeletion,
  originOfPrincipal,
  RequestAccountDeletion,
  type OwnerProof,
  type Principal,
  type SignInProof,
} from '@pps/identity';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { actionBody, ActionResponseDto } from '../auth/auth-response.dto';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { SessionOnly } from '../auth/route-access.decorator';
import { presentedProof } from '../second-factor/presented-proof';
import { OwnerProofDto } from '../second-factor/second-factor.dto';
import { APP, type App } from '../../foundation/bind-app';

class AccountDeletionDto {
  @ApiProperty({ format: 'date-time', description: 'When account and workspace end for good; until then it can be taken back.' })
  readonly deletion_due_at: string;
}

@ApiTags('auth')
@Controller('v1/auth/account/delete')
@SessionOnly()
export class AccountDeletionController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
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
    const { ACCOUNT_DELETION_AFTER: afterMs } = this.app.configuration;
    const origin = originOfPrincipal(caller, this.app.clock());
    const proof = proofOf(body, caller, ip);
    const { dueAt } = await this.commands.execute(new RequestAccountDeletion(caller.userId, proof, afterMs, origin));
    return { deletion_due_at: dueAt };
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: ActionResponseDto, description: 'Account and workspace stay.' })
  async cancel(@CurrentPrincipal() caller: Principal): Promise<ActionResponseDto> {
    await this.commands.execute(new CancelAccountDeletion(caller.userId, originOfPrincipal(caller, this.app.clock())));
    return actionBody('The account stays');
  }
}

/** Without a word about who it is, the sign-in has to do. */
function proofOf(body: OwnerProofDto, { authTime = 0 }: Principal, address: string): OwnerProof | SignInProof {
  const isEmpty = Object.values(body).every((field) => field === null || field === undefined);
  return isEmpty ? { kind: 'sign_in', at: authTime * 1_000 } : presentedProof(body, address);
}
