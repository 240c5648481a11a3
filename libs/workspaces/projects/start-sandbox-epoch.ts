import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { startSandboxEpoch, type Project } from './project.decider';
import { projectStream } from './project.stream';
import { sandboxProjectId } from './load-projects';

/**
 * Starts a new epoch of the organization's sandbox by one fact, which makes everything of the earlier epochs obsolete. Of several resets
 * with the same `seenEpoch` only one has an effect; null stands for the present epoch. Throws `NotFound` without a sandbox.
 */
export class StartSandboxEpoch extends Command<Project> {
  constructor(
    readonly reset: { readonly organizationId: string; readonly seenEpoch: number | null },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(StartSandboxEpoch)
export class StartSandboxEpochHandler implements ICommandHandler<StartSandboxEpoch> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ reset: { organizationId, seenEpoch }, origin }: StartSandboxEpoch): Promise<Project> {
    const projectId = sandboxProjectId(organizationId);
    const { state: present } = await this.runner.load(projectStream, projectId);
    if (present.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
    const seen = seenEpoch ?? present.epoch;
    // The fact belongs to the epoch that it starts.
    const sandboxOrigin = { ...origin, projectId, epoch: seen + 1 };
    const command = { seenEpoch: seen, at: origin.occurredAt };
    const { state } = await this.runner.run(projectStream, projectId, sandboxOrigin, (current) => startSandboxEpoch(command, current));
    if (state.kind === 'none') throw new NotFound('Sandbox', 'Create one with POST /v1/projects/sandbox.');
    return state;
  }
}
