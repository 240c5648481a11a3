import { connectSandboxAccount } from '@pps/connections';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { startSandboxEpoch } from '@pps/workspaces';
import type { SandboxDeps } from './create-sandbox';

/** Empties the sandbox for every reader at once, and connects a fresh simulated account. Throws `NotFound` without a sandbox. */
export async function resetSandbox(deps: SandboxDeps, principal: Principal): Promise<void> {
  const { streams, clock } = deps;
  const origin = originOfPrincipal(principal, clock());
  const { organizationId } = principal;
  const seenEpoch = principal.environment === 'sandbox' ? principal.epoch : null;
  const sandbox = await startSandboxEpoch({ streams }, { organizationId, seenEpoch }, origin);
  await connectSandboxAccount(deps, sandbox, origin);
}
