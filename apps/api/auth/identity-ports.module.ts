import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BillingModule } from '@pps/billing';
import { Reconnection } from '@pps/connections';
import { PROJECT_ACCOUNTS, WORKSPACE_OPENING } from '@pps/identity';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { openWorkspace } from '@pps/use-cases';
import { VAULT, type Vault } from '@pps/vault';
import { WorkspacesModule } from '@pps/workspaces';
import { ConnectedAccounts } from './connected-accounts';

/** Binds what identity asks of workspaces, billing and connections. */
@Global()
@Module({
  imports: [WorkspacesModule, BillingModule],
  providers: [
    Reconnection,
    {
      provide: WORKSPACE_OPENING,
      inject: [CommandBus, VAULT, CONFIGURATION],
      useFactory: (commands: CommandBus, vault: Vault, { DEFAULT_PLAN }: Configuration) =>
        openWorkspace({ commands, vault, defaultPlan: DEFAULT_PLAN }),
    },
    { provide: PROJECT_ACCOUNTS, useClass: ConnectedAccounts },
  ],
  exports: [WORKSPACE_OPENING, PROJECT_ACCOUNTS],
})
export class IdentityPortsModule {}
