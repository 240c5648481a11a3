import type { LiveStates, Origin } from '@pps/event-store';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { SandboxEpoch } from './sandbox-board-repository';
import type { SandboxAccounts } from './sandbox-accounts';

export interface ConnectSandboxAccountDeps {
  readonly live: LiveStates;
  readonly sandboxAccounts: Pick<SandboxAccounts, 'connectFirst'>;
}

/** Gives a sandbox epoch its first account and board. Silent for a repeat and for an obsolete epoch. */
export async function connectSandboxAccount(
  { live, sandboxAccounts }: ConnectSandboxAccountDeps,
  sandbox: SandboxEpoch & { readonly organizationId: string },
  origin: Origin,
): Promise<void> {
  if (!(await isPresentEpoch(live, sandbox))) return;
  const { projectId, organizationId, epoch } = sandbox;
  await sandboxAccounts.connectFirst(sandbox, { ...origin, projectId, organizationId, epoch });
}
