import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { releaseUnit } from './quota.decider';
import type { ReleaseReason } from './quota.events';
import { quotaStream, quotaStreamId } from './quota.stream';

/** Releases the unit of an entry, for a reason; a repeat is silent. */
export class ReleaseQuota extends Command<void> {
  constructor(
    readonly project: { readonly projectId: string; readonly epoch: number; readonly month: string },
    readonly entry: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ReleaseQuota)
export class ReleaseQuotaHandler implements ICommandHandler<ReleaseQuota> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ project, entry, origin }: ReleaseQuota): Promise<void> {
    const id = quotaStreamId(project.projectId, project.epoch, project.month);
    await this.runner.run(quotaStream, id, origin, (state) => releaseUnit(entry, state));
  }
}
