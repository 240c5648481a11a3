import { Controller, Delete, Get, HttpCode, Inject, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { disconnectAccount } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/takes-as-of.decorator';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { OwnAccounts } from './own-accounts';
import { AccountList } from './account-list';
import { AccountDto } from './connection-records.dto';
import { AccountsQuery } from './connections.dto';

@ApiTags('platform')
@Controller('v1/platform/accounts')
export class AccountsController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly access: OwnAccounts,
    private readonly accounts: AccountList,
  ) {}

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
    return at ? this.accounts.at(principal, at, revoked) : this.accounts.of(principal, revoked);
  }

  @Delete(':account_id')
  @HttpCode(204)
  @RequireScope('destructive')
  @ApiOperation({ summary: 'Disconnect a platform account' })
  @ApiNoContentResponse()
  async revoke(@CurrentPrincipal() principal: Principal, @UuidParam('account_id') accountId: string): Promise<void> {
    await this.access.require(principal, accountId);
    await disconnectAccount(this.deps, principal, accountId);
  }
}
