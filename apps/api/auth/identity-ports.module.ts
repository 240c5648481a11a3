import { Global, Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { Reconnection } from '@pps/connections';
import { PROJECT_ACCOUNTS, WORKSPACE_OPENING } from '@pps/identity';
import { WorkspacesModule } from '@pps/workspaces';
import { ConnectedAccounts } from './connected-accounts';
import { NewWorkspaceOpening } from './new-workspace-opening';

/** Binds what identity asks of workspaces, billing and connections. */
@Global()
@Module({
  imports: [WorkspacesModule, BillingModule],
  providers: [
    Reconnection,
    { provide: WORKSPACE_OPENING, useClass: NewWorkspaceOpening },
    { provide: PROJECT_ACCOUNTS, useClass: ConnectedAccounts },
  ],
  exports: [WORKSPACE_OPENING, PROJECT_ACCOUNTS],
})
export class IdentityPortsModule {}
