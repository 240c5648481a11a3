import type { CommandBus } from '@nestjs/cqrs';
import { StartSubscription, type Plan } from '@pps/billing';
import type { WorkspaceOpening } from '@pps/identity';
import type { Vault } from '@pps/vault';
import { RegisterOrganization, organizationSubject } from '@pps/workspaces';

export interface OpenWorkspaceDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly vault: Pick<Vault, 'forget'>;
  /** Of a new organization. */
  readonly defaultPlan: Plan;
}

/** What a new user begins with: organization, production project, and a subscription to the default plan. */
export const openWorkspace = ({ commands, vault, defaultPlan }: OpenWorkspaceDeps): WorkspaceOpening => ({
  async open({ organizationId, userId, projectId, workspaceName, timezone, at }, origin) {
    const workspace = { organizationId, ownerUserId: userId, projectId, profile: { workspace_name: workspaceName }, timezone, at };
    const subscription = { organizationId, plan: defaultPlan, status: 'active', startedAt: at } as const;
    await Promise.all([
      commands.execute(new RegisterOrganization(workspace, origin)),
      commands.execute(new StartSubscription(subscription, origin)),
    ]);
  },
  abandon: ({ organizationId }) => vault.forget(organizationSubject(organizationId)),
});
