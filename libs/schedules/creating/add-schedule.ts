import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { decideScheduleCreation } from '../schedule/schedule.decider';
import type { ScheduleCreated } from '../schedule/schedule.events';
import { describeSchedule, type ScheduleView } from '../schedule/schedule-view';
import { scheduleStream } from '../schedule/schedule.stream';

export interface NewSchedule {
  readonly schedule: ScheduleView;
  /** True when the schedule was there already with the same content. */
  readonly replayed: boolean;
}

/** Creates a schedule under an id derived from its idempotency key, so that a race has one winner. Throws `Rejected('idempotency_key_reused')`. */
export class AddSchedule extends Command<NewSchedule> {
  constructor(
    readonly schedule: ScheduleCreated['data'],
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(AddSchedule)
export class AddScheduleHandler implements ICommandHandler<AddSchedule> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ schedule, origin }: AddSchedule): Promise<NewSchedule> {
    const decide = (state: Parameters<typeof decideScheduleCreation>[1]) => decideScheduleCreation(schedule, state);
    const { state, facts } = await this.runner.run(scheduleStream, schedule.scheduleId, origin, decide, { fresh: true });
    if (state.kind !== 'schedule') throw new Error(`schedule ${schedule.scheduleId} is ${state.kind} after it was created`);
    return { schedule: describeSchedule(state), replayed: facts.length === 0 };
  }
}
