import { decideSubscriptionStart, type Plan } from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import type { Streams } from '@pps/event-store';
import type { WorkspaceOpening } from '@pps/identity';
import type { Vault } from '@pps/vault';
import { organizationSubject, registerOrganization } from '@pps/workspaces';

interface OpenWorkspaceDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly vault: Pick<Vault, 'put' | 'forget'>;
  /** Of a new organization. */
  readonly defaultPlan: Plan;
}

/** What a new user begins with: organization, production project, and a subscription to the default plan. */
export const openWorkspace = ({ streams, vault, defaultPlan }: OpenWorkspaceDeps): WorkspaceOpening => ({
  async open({ organizationId, userId, projectId, workspaceName, timezone, at }, origin) {
    const workspace = { organizationId, ownerUserId: userId, projectId, profile: { workspace_name: workspaceName }, timezone, at };
    const subscription = { organizationId, plan: defaultPlan, status: 'active', startedAt: at } as const;
    await Promise.all([
      registerOrganization({ streams, vault }, workspace, origin),
      streams.decide(billingStream, organizationId, origin, (state) => decideSubscriptionStart(subscription, state), { fresh: true }),
    ]);
  },
  abandon: ({ organizationId }) => vault.forget(organizationSubject(organizationId)),
});
