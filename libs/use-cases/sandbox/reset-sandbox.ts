import { ConnectSandboxAccount } from '@pps/connections';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { StartSandboxEpoch } from '@pps/workspaces';
import type { SandboxDeps } from './create-sandbox';

/** Empties the sandbox for every reader at once, and connects a fresh simulated account. Throws `NotFound` without a sandbox. */
export async function resetSandbox({ commands, clock }: SandboxDeps, principal: Principal): Promise<void> {
  const origin = originOfPrincipal(principal, clock());
  const { organizationId } = principal;
  const seenEpoch = principal.environment === 'sandbox' ? principal.epoch : null;
  const sandbox = await commands.execute(new StartSandboxEpoch({ organizationId, seenEpoch }, origin));
  await commands.execute(new ConnectSandboxAccount(sandbox, origin));
}
