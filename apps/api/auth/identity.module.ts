import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { connectionStream } from '@pps/connections/events';
import { bindIdentity, identityCommands, type Identity, type ProjectAccounts } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { openWorkspace } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { registerCommands } from '../commands/commands';
import { openClientDocuments } from '../oauth/client-documents';
import { IDENTITY } from './identity';

/** Who may do what, bound once for the process, and the commands of it. */
@Global()
@Module({
  providers: [
    {
      provide: IDENTITY,
      inject: [APP],
      useFactory: (app: App): Identity =>
        bindIdentity({
          ...app,
          workspaceOpening: openWorkspace({ ...app, defaultPlan: app.configuration.DEFAULT_PLAN }),
          projectAccounts: connectedAccounts(app),
          clientDocuments: openClientDocuments(app.configuration, app.clock),
        }),
    },
    ...registerCommands<Identity>(IDENTITY, identityCommands),
  ],
  exports: [IDENTITY],
})
export class IdentityModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(IDENTITY) private readonly identity: Identity) {}

  onApplicationBootstrap(): void {
    this.identity.keyUses.start();
    this.identity.sessionUses.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.identity.keyUses.stop(), this.identity.sessionUses.stop()]);
  }
}

/** Which platform accounts a project has, for those who hand out keys to them. */
const connectedAccounts = ({ live, reconnection }: App): ProjectAccounts => ({
  async require({ projectId, epoch }, accountId) {
    const { state } = await live.get(connectionStream, accountId);
    if (state.kind !== 'connected' || state.projectId !== projectId || state.epoch !== epoch) throw new NotFound('Account');
    if (state.revokedAt !== null) throw reconnection.rejection('account_revoked', accountId);
  },
});
