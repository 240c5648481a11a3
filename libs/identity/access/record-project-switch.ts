import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import type { Principal } from '../users/principal';
import { recordSwitch } from './access.decider';
import { accessStream, accessStreamId } from './access.stream';

/** Records that the caller goes on in another project; silent for the project that it is in. Throws `StoreUnavailable`. */
export class RecordProjectSwitch extends Command<void> {
  constructor(
    readonly caller: Pick<Principal, 'userId' | 'organizationId' | 'projectId'>,
    readonly toProjectId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RecordProjectSwitch)
export class RecordProjectSwitchHandler implements ICommandHandler<RecordProjectSwitch> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ caller, toProjectId, origin }: RecordProjectSwitch): Promise<void> {
    const { userId, organizationId, projectId: fromProjectId } = caller;
    const switched = { userId, organizationId, fromProjectId, toProjectId, switchedAt: origin.occurredAt };
    await this.runner.run(accessStream, accessStreamId(userId, origin.occurredAt), origin, (state) => recordSwitch(switched, state));
  }
}
