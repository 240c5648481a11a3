import { Controller, Delete, Get, HttpCode, Inject, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { disconnectAccount } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/as-of.guard';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { requireOwnAccount } from './own-accounts';
import { accountListAt, accountList } from './account-list';
import { AccountDto, AccountsQuery } from './connections.dto';

@ApiTags('platform')
@Controller('v1/platform/accounts')
export class AccountsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @TakesAsOf()
  @RequireScope('read')
  @ApiOperation({ summary: 'Connected platform accounts' })
  @ApiOkResponse({ type: [AccountDto] })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query() { include_revoked: revoked = false }: AccountsQuery,
    @AsOf() at: Date | undefined,
  ) {
    return at ? accountListAt(this.app, principal, at, revoked) : accountList(this.app, principal, revoked);
  }

  @Delete(':account_id')
  @HttpCode(204)
  @RequireScope('destructive')
  @ApiOperation({ summary: 'Disconnect a platform account' })
  @ApiNoContentResponse()
  async revoke(@CurrentPrincipal() principal: Principal, @UuidParam('account_id') accountId: string): Promise<void> {
    await requireOwnAccount(this.app, principal, accountId);
    await disconnectAccount(this.app, principal, accountId);
  }
}
