import { Controller, Delete, Get, HttpCode, Inject, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountProfiles, RevokeAccount } from '@pps/connections';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { UuidParam } from '@pps/runtime';
import { findAccounts } from '@projections/accounts/accounts.query';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { OwnAccounts } from './own-accounts';
import { toAccountBody } from './account-body';
import { AccountDto } from './connection-records.dto';
import { AccountsQuery } from './connections.dto';

@ApiTags('platform')
@Controller('v1/platform/accounts')
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly access: OwnAccounts,
    private readonly profiles: AccountProfiles,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOperation({ summary: 'Connected platform accounts' })
  @ApiOkResponse({ type: [AccountDto] })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: AccountsQuery) {
    const { projectId, epoch, accountIds } = principal;
    await this.freshness.wait('accounts', principal);
    const rows = await findAccounts(this.db, { projectId, epoch, accountIds, includeRevoked: query.include_revoked ?? false });
    const profiles = await this.profiles.getMany(rows.map((row) => row.profile_ref));
    return rows.map((row) => toAccountBody(row, profiles.get(row.profile_ref)));
  }

  @Delete(':account_id')
  @HttpCode(204)
  @RequireScope('destructive')
  @ApiParam({ name: 'account_id', format: 'uuid' })
  @ApiOperation({ summary: 'Disconnect a platform account' })
  @ApiNoContentResponse()
  async revoke(@CurrentPrincipal() principal: Principal, @UuidParam('account_id') accountId: string): Promise<void> {
    await this.access.require(principal, accountId);
    await this.commands.execute(new RevokeAccount(accountId, originOfPrincipal(principal, this.clock())));
  }
}
