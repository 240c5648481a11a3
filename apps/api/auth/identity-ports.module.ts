import { Global, Module } from '@nestjs/common';
import { Reconnection } from '@pps/connections';
import { CommandRunner } from '@pps/event-store';
import { PROJECT_ACCOUNTS, WORKSPACE_OPENING } from '@pps/identity';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { openWorkspace } from '@pps/use-cases';
import { VAULT, type Vault } from '@pps/vault';
import { ConnectedAccounts } from './connected-accounts';

/** Binds what identity asks of workspaces, billing and connections. */
@Global()
@Module({
  providers: [
    Reconnection,
    {
      provide: WORKSPACE_OPENING,
      inject: [CommandRunner, VAULT, CONFIGURATION],
      useFactory: (runner: CommandRunner, vault: Vault, { DEFAULT_PLAN }: Configuration) =>
        openWorkspace({ runner, vault, defaultPlan: DEFAULT_PLAN }),
    },
    { provide: PROJECT_ACCOUNTS, useClass: ConnectedAccounts },
  ],
  exports: [WORKSPACE_OPENING, PROJECT_ACCOUNTS],
})
export class IdentityPortsModule {}
