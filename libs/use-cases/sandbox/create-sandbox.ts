import type { CommandBus } from '@nestjs/cqrs';
import { ConnectSandboxAccount } from '@pps/connections';
import type { CommandRunner } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { createSandboxProject } from '@pps/workspaces';

export interface SandboxDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly runner: Pick<CommandRunner, 'run' | 'load'>;
  readonly clock: Clock;
}

/** Gives the organization a sandbox with one simulated account; a repeat finishes what is missing and is silent otherwise. */
export async function createSandbox({ commands, runner, clock }: SandboxDeps, principal: Principal, name: string): Promise<void> {
  const origin = originOfPrincipal(principal, clock());
  const { organizationId } = principal;
  const sandbox = await createSandboxProject({ runner }, { organizationId, name }, origin);
  await commands.execute(new ConnectSandboxAccount(sandbox, origin));
}
