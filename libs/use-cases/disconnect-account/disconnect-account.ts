import type { CommandBus } from '@nestjs/cqrs';
import { RevokeAccount } from '@pps/connections';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { awaitLastCalls, type LastCallsDeps } from '@pps/pins';

export interface DisconnectAccountDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly clock: Clock;
  readonly lastCalls: LastCallsDeps;
}

/** Disconnects an account. When this returns nothing more is published through it; a repeat finishes what an interrupted call left. Throws `NotFound`. */
export async function disconnectAccount(deps: DisconnectAccountDeps, principal: Principal, accountId: string): Promise<void> {
  await deps.commands.execute(new RevokeAccount(accountId, originOfPrincipal(principal, deps.clock())));
  await awaitLastCalls(deps.lastCalls, { accountId });
}
