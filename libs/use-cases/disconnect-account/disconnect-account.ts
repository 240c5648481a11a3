import { revokeAccount, type RevokeAccountDeps } from '@pps/connections';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { awaitLastCalls, type LastCallsDeps } from '@pps/pins';

export interface DisconnectAccountDeps extends RevokeAccountDeps {
  readonly clock: Clock;
  readonly lastCalls: LastCallsDeps;
}

/** Disconnects an account. When this returns nothing more is published through it; a repeat finishes what an interrupted call left. Throws `NotFound`. */
export async function disconnectAccount(deps: DisconnectAccountDeps, principal: Principal, accountId: string): Promise<void> {
  await revokeAccount(deps, accountId, originOfPrincipal(principal, deps.clock()));
  await awaitLastCalls(deps.lastCalls, { accountId });
}
