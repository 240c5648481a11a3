import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { resetSandbox, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './projects-of';

/**
 * Begins a new epoch of the organization's sandbox: one fact, after which everything of the older ones is gone. Resets that saw the same
 * epoch are one; null sees the present one. Throws `NotFound` without a sandbox.
 */
export class ResetSandbox extends Command<Project> {
  constructor(
    readonly reset: { readonly organizationId: string; readonly seenEpoch: number | null },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ResetSandbox)
export class ResetSandboxHandler implements ICommandHandler<ResetSandbox> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ reset: { organizationId, seenEpoch }, origin }: ResetSandbox): Promise<Project> {
    const projectId = sandboxProjectId(organizationId);
    const { state: present } = await this.runner.load(projectStream, projectId);
    if (present.kind === 'none') throw new NotFound('Sandbox');
    const seen = seenEpoch ?? present.epoch;
    // The fact is the first of the epoch that it begins.
    const own = { ...origin, projectId, epoch: seen + 1 };
    const command = { seenEpoch: seen, at: origin.occurredAt };
    const { state } = await this.runner.run(projectStream, projectId, own, (current) => resetSandbox(command, current));
    if (state.kind === 'none') throw new NotFound('Sandbox');
    return state;
  }
}
