import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LiveStates, type Origin } from '@pps/event-store';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { SandboxEpoch } from './sandbox-board-repository';
import { SandboxAccounts } from './sandbox-accounts';

/** Gives a sandbox epoch its first account and board. Silent for a repeat and for an obsolete epoch. */
export class ConnectSandboxAccount extends Command<void> {
  constructor(
    readonly sandbox: SandboxEpoch & { readonly organizationId: string },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ConnectSandboxAccount)
export class ConnectSandboxAccountHandler implements ICommandHandler<ConnectSandboxAccount> {
  constructor(
    private readonly live: LiveStates,
    private readonly accounts: SandboxAccounts,
  ) {}

  async execute({ sandbox, origin }: ConnectSandboxAccount): Promise<void> {
    if (!(await isPresentEpoch(this.live, sandbox))) return;
    const { projectId, organizationId, epoch } = sandbox;
    await this.accounts.connectFirst(sandbox, { ...origin, projectId, organizationId, epoch });
  }
}
