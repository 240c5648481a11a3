import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StartSubscription } from '@pps/billing';
import type { Origin } from '@pps/event-store';
import type { NewAccount, WorkspaceOpening } from '@pps/identity';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { OpenWorkspace, organizationSubject } from '@pps/workspaces';

/** What a new account begins with: organization, production project, and a subscription to DEFAULT_PLAN. */
@Injectable()
export class NewWorkspaceOpening implements WorkspaceOpening {
  constructor(
    private readonly commands: CommandBus,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async open(account: NewAccount, origin: Origin): Promise<void> {
    const { organizationId, userId, projectId, workspaceName, timezone, at } = account;
    const workspace = { organizationId, ownerUserId: userId, projectId, profile: { workspace_name: workspaceName }, timezone, at };
    const subscription = { organizationId, plan: this.configuration.DEFAULT_PLAN, status: 'active', startedAt: at } as const;
    await Promise.all([
      this.commands.execute(new OpenWorkspace(workspace, origin)),
      this.commands.execute(new StartSubscription(subscription, origin)),
    ]);
  }

  abandon({ organizationId }: NewAccount): Promise<void> {
    return this.vault.forget(organizationSubject(organizationId));
  }
}
