import { connectSandboxAccount, type ConnectSandboxAccountDeps } from '@pps/connections';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { createSandboxProject, startSandboxEpoch } from '@pps/workspaces';

export interface SandboxDeps extends ConnectSandboxAccountDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/** Gives the organization a sandbox with one simulated account; a repeat finishes what is missing and is silent otherwise. */
export async function createSandbox(deps: SandboxDeps, principal: Principal, name: string): Promise<void> {
  const { streams, clock } = deps;
  const origin = originOfPrincipal(principal, clock());
  const { organizationId } = principal;
  const sandbox = await createSandboxProject({ streams }, { organizationId, name }, origin);
  await connectSandboxAccount(deps, sandbox, origin);
}

/** Empties the sandbox for every reader at once, and connects a fresh simulated account. Throws `NotFound` without a sandbox. */
export async function resetSandbox(deps: SandboxDeps, principal: Principal): Promise<void> {
  const { streams, clock } = deps;
  const origin = originOfPrincipal(principal, clock());
  const { organizationId } = principal;
  const seenEpoch = principal.environment === 'sandbox' ? principal.epoch : null;
  const sandbox = await startSandboxEpoch({ streams }, { organizationId, seenEpoch }, origin);
  await connectSandboxAccount(deps, sandbox, origin);
}
