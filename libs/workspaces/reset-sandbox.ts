import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { resetSandbox, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './projects-of';

/**
 * Begins a new epoch of the organization's sandbox: one fact, after which everything of the older ones is gone. Resets that saw the same
 * epoch (as of `seenAt`, a position of the log) are one. Throws `NotFound` without a sandbox.
 */
export class ResetSandbox extends Command<Project> {
  constructor(
    readonly reset: { readonly organizationId: string; readonly seenAt: bigint },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ResetSandbox)
export class ResetSandboxHandler implements ICommandHandler<ResetSandbox> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
  ) {}

  async execute({ reset: { organizationId, seenAt }, origin }: ResetSandbox): Promise<Project> {
    const projectId = sandboxProjectId(organizationId);
    const { state: seen } = await this.live.get(projectStream, projectId, seenAt);
    if (seen.kind === 'none') throw new NotFound('Sandbox');
    // The fact is the first of the epoch that it begins.
    const own = { ...origin, projectId, epoch: seen.epoch + 1 };
    const command = { seenEpoch: seen.epoch, at: origin.occurredAt };
    const { state } = await this.runner.run(projectStream, projectId, own, (current) => resetSandbox(command, current));
    if (state.kind === 'none') throw new NotFound('Sandbox');
    return state;
  }
}
