import { Module } from '@nestjs/common';
import { connectionCommands } from '@pps/connections';
import { registerCommands } from '../commands/register-commands';
import { AccountList } from './account-list';
import { OwnAccounts } from './own-accounts';
import { AccountsController } from './accounts.controller';
import { BoardsController } from './boards.controller';
import { CONNECTING, connecting } from './connecting';
import { OAuthController } from './oauth.controller';

/** Platform accounts and boards over HTTP. */
@Module({
  controllers: [OAuthController, AccountsController, BoardsController],
  providers: [AccountList, OwnAccounts, connecting, ...registerCommands(CONNECTING, connectionCommands)],
  exports: [OwnAccounts, CONNECTING],
})
export class ConnectionsApiModule {}
