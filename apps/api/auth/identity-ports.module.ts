import { Global, Module } from '@nestjs/common';
import { BillingModule } from '@pps/billing';
import { Reconnection } from '@pps/connections';
import { ACCOUNT_DIRECTORY, WORKSPACE_OPENING } from '@pps/identity';
import { WorkspacesModule } from '@pps/workspaces';
import { KnownAccounts } from './known-accounts';
import { NewWorkspaceOpening } from './workspace-opening';

/** Binds what identity asks of workspaces, billing and connections. */
@Global()
@Module({
  imports: [WorkspacesModule, BillingModule],
  providers: [
    Reconnection,
    { provide: WORKSPACE_OPENING, useClass: NewWorkspaceOpening },
    { provide: ACCOUNT_DIRECTORY, useClass: KnownAccounts },
  ],
  exports: [WORKSPACE_OPENING, ACCOUNT_DIRECTORY],
})
export class IdentityPortsModule {}
